/** Workers of one epoch talking to each other: links, frames, reductions. */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig.comm;
