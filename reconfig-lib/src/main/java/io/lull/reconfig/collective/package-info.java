/** Collective calls of all workers of an epoch, over the links between them. */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig.collective;
