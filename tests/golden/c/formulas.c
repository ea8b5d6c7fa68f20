/** Teh group.
 * @defgroup recieve Teh group name
 * \page alot Teh page
 * \author Teh Author
 * \fn int teh(int teh)
 *
 * Teh sum \f$ teh = a_1 + a_2 \f$ of teh values, which is given by \f[
 *   teh = \sum_i teh
 * \f] where \p teh is teh first, see \ref teh and
 * \c teh too.
 * \sa teh_foo()
 */
int a;

/*
Teh block is here:

	let teh = go
	teh go

And teh rest.

    teh code
*/
int b;

/* Teh words here, and
   teh rest of it:
   - teh item

     and teh more of it
 */
int c;

/* Teh words:

       Teh words that have been set apart are no code.
   and teh rest
*/
=====[ read ]=====
Teh group.
Teh group name
Teh page
Teh sum⟦ teh = a_1 + a_2 ⟧of teh values, which is given by⟦ teh = \sum_i teh ⟧where ⟦teh⟧ is teh first, see ⟦teh⟧ and ⟦teh⟧ too.
Teh block is here:
And teh rest.
Teh words here, and teh rest of it:
teh item
and teh more of it
Teh words:
Teh words that have been set apart are no code.
and teh rest
=====[ corrected ]=====
/** The group.
 * @defgroup recieve The group name
 * \page alot The page
 * \author Teh Author
 * \fn int teh(int teh)
 *
 * The sum \f$ teh = a_1 + a_2 \f$ of the values, which is given by \f[
 *   teh = \sum_i teh
 * \f] where \p teh is the first, see \ref teh and
 * \c teh too.
 * \sa teh_foo()
 */
int a;

/*
The block is here:

	let teh = go
	teh go

And the rest.

    teh code
*/
int b;

/* The words here, and
   the rest of it:
   - the item

     and the more of it
 */
int c;

/* The words:

       The words that have been set apart are no code.
   and the rest
*/
