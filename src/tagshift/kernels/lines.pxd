# What other kernels may use of ``lines`` without the interpreter.

cdef class Workspace:
    cdef unsigned short[::1] ids
    cdef unsigned char[:, ::1] small
    cdef int[:, ::1] whole
    cdef int[:, ::1] lanes
    cdef long long[:, ::1] lines
    cdef Py_ssize_t count
    cdef Py_ssize_t top

cpdef Py_ssize_t read_lines(
    unsigned int[::1] codes,
    Workspace work,
    const unsigned char[::1] text,
    Py_ssize_t at,
    bint strict,
    bint lines,
) noexcept nogil

cpdef Py_ssize_t write_lines(
    Workspace work, const unsigned char[::1] text, unsigned char[::1] out, Py_ssize_t to
) noexcept nogil
