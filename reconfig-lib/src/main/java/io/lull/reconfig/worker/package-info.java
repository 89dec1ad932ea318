/** A worker's conversation with the coordinator, and what its program's thread does for it. */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig.worker;
