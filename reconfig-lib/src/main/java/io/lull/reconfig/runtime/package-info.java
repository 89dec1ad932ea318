/**
 * The worker: it runs an author's program through safe points, reconfigurations and checkpoints.
 */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig.runtime;
