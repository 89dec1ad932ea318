/**
 * Retention: the leader removes old jobs and files, in small batches, when they expire or when
 * space runs out.
 */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.retention;
