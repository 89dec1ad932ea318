/**
 * Main classes: a worker process, a program alone in one process, and the training run for the AOT
 * cache.
 */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig.runtime;
