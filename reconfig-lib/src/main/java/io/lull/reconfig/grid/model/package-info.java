/** The programming model of grid programs, as the worker's runtime runs it. */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig.grid.model;
