/** Poisson's equation by conjugate gradients. */
@org.jspecify.annotations.NullMarked
package io.lull.apps.cg;
