/** The program that prints figures, each by its name. */
@org.jspecify.annotations.NullMarked
package io.lull.bench.app;
