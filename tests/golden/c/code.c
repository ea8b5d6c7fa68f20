/* SPDX-License-Identifier: teh */
#include <teh.h>
/**
 * \brief Teh function.
 * \param teh teh first value
 */
int teh(int teh) { return '/'; /* teh reason */ }
// Teh line \
// goes on.
#define TEH "/* teh */"
=====[ read ]=====
Teh function.
teh first value
teh reason
Teh line
goes on.
=====[ corrected ]=====
/* SPDX-License-Identifier: teh */
#include <teh.h>
/**
 * \brief The function.
 * \param teh the first value
 */
int teh(int teh) { return '/'; /* the reason */ }
// The line \
// goes on.
#define TEH "/* teh */"
