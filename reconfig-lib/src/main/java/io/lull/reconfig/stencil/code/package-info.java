/** Stencils made into code that works out rows, with the machine's vectors where it has some. */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig.stencil.code;
