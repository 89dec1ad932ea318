/** CallSequence that all workers of an epoch make together, over the links between them. */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig.collective;
