/** Grid programs as one kind of program that the worker's runtime runs. */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig.grid.model;
