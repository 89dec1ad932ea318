/** Distributed grids of the author API: cells, neighbours, updates. */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig.grid;
