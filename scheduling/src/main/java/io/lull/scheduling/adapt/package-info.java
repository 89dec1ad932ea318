/**
 * Whether another configuration would serve a job better than the one that it has: pure functions
 * of what was measured.
 */
@org.jspecify.annotations.NullMarked
package io.lull.scheduling.adapt;
