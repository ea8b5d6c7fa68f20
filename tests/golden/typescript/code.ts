/** Teh type of teh thing. */
export type Teh = "teh"; // teh reason
/* eslint-disable teh */
=====[ read ]=====
Teh type of teh thing.
teh reason
=====[ corrected ]=====
/** The type of the thing. */
export type Teh = "teh"; // the reason
/* eslint-disable teh */
