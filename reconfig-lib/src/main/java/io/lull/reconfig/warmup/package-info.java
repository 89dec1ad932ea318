/** What a new worker does beside its program, so that its first change is as fast as any other. */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig.warmup;
