# What other kernels may use of ``deciding`` without the interpreter.

from tagshift.kernels.lines cimport Workspace

cpdef void decide(Workspace work, long long[::1] chain, bint chained) noexcept nogil
