/**
 * Reads teh file that was given to {@link Foo}
 * and returns teh {@code x}
 *
 * if (teh) {
 *   teh = 1;
 * }
 */
class A {}
=====[ read ]=====
Reads teh file that was given to ⟦{@link Foo}⟧ and returns teh ⟦{@code x}⟧
=====[ corrected ]=====
/**
 * Reads the file that was given to {@link Foo}
 * and returns the {@code x}
 *
 * if (teh) {
 *   teh = 1;
 * }
 */
class A {}
