/** Programs of Lull as users start them, for figures that need whole ones. */
@org.jspecify.annotations.NullMarked
package io.lull.bench.grid;
