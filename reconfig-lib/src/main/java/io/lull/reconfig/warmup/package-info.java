/**
 * Rehearses changes in a new worker beside its program, so that its first change is as fast as any
 * other.
 */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig.warmup;
