/** While a job computes: grow, shrink, migrate, go back one safe point, suspend. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.core.job.change;
