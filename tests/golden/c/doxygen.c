/** Does teh work.
 * \code
 * teh code here
 * \endcode
 * @verbatim teh code @endverbatim
 * @param[in,out] buf Teh buffer.
 */
int a;
=====[ read ]=====
Does teh work.
Teh buffer.
=====[ corrected ]=====
/** Does the work.
 * \code
 * teh code here
 * \endcode
 * @verbatim teh code @endverbatim
 * @param[in,out] buf The buffer.
 */
int a;
