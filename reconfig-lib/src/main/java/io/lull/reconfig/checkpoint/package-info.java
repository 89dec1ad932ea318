/** Pieces of a generation on disk: their format, written and read by range. */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig.checkpoint;
