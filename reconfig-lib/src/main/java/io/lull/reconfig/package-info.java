/**
 * What an application author uses: a program says what is distributed and what one iteration is.
 */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig;
