/** Conway's game of life on a torus. */
@org.jspecify.annotations.NullMarked
package io.lull.apps.life;
