/*
 * Copyright (c) 2021 Teh Authors
 * teh
 */
package teh;

/**
 * Teh class has {@code teh} and teh word.
 * <p>Teh second paragraph.
 *
 * @throws Teh when teh thing breaks
 */
class Teh { String teh = "// teh"; // teh field
}
=====[ read ]=====
Teh class has ⟦{@code teh}⟧ and teh word.
Teh second paragraph.
when teh thing breaks
teh field
=====[ corrected ]=====
/*
 * Copyright (c) 2021 Teh Authors
 * teh
 */
package teh;

/**
 * The class has {@code teh} and the word.
 * <p>The second paragraph.
 *
 * @throws Teh when the thing breaks
 */
class Teh { String teh = "// teh"; // the field
}
