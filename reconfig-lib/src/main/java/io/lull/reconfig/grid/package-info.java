/** Distributed grids as an author's program sees them: cells, neighbours, updates. */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig.grid;
