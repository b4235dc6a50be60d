# What other kernels may call of ``rivals`` without the interpreter.

cpdef void fill(
    const double[::1] scores,
    const int[::1] permitted,
    const unsigned char[:, ::1] masks,
    const double[::1] chain,
    double cost,
    Py_ssize_t first,
    Py_ssize_t length,
    double[:, ::1] delta,
    int[:, ::1] back,
) noexcept nogil

cpdef double finish(
    Py_ssize_t bit,
    const double[::1] chain,
    Py_ssize_t length,
    const double[:, ::1] delta,
    const int[:, ::1] back,
    int[:, ::1] paths,
) noexcept nogil
