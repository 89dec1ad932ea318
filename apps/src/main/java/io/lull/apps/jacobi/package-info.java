/** Laplace's equation on a square, with edges and conductors of given potential. */
@org.jspecify.annotations.NullMarked
package io.lull.apps.jacobi;
