/** Finds an author's mistakes in the fields of a program: state that the library cannot carry. */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig.check;
