/** Measures how quickly the owner has the computer back, and what Lull costs them meanwhile. */
@org.jspecify.annotations.NullMarked
package io.lull.bench.reclaim;
