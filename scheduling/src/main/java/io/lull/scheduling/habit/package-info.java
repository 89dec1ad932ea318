/**
 * Estimates when owners return, from when they returned before: pure functions of the observations.
 */
@org.jspecify.annotations.NullMarked
package io.lull.scheduling.habit;
