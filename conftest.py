"""What pytest must know before it looks anywhere."""

# Collected for doctests, a kernel's file would be imported as it stands, in place of the compiled module.
collect_ignore_glob = ["src/tagshift/kernels/[!_]*.py"]
