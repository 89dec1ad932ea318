/**
 * The worker's side of its conversation with the coordinator: in which state it is, and what
 * follows.
 */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig.worker;
