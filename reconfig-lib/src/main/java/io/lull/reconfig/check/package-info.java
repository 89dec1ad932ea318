/** Detects undeclared state in the fields of a program, which the library cannot transfer. */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig.check;
