/* Calls __teh__ and *teh* for teh
 * *teh* which is
 * _teh_ now. */
=====[ read ]=====
Calls ⟦teh⟧ and ⟦teh⟧ for teh ⟦teh⟧ which is ⟦teh⟧ now.
=====[ corrected ]=====
/* Calls __teh__ and *teh* for the
 * *teh* which is
 * _teh_ now. */
