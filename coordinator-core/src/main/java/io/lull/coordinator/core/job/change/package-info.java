/** Changes a running job: grow, shrink, migrate, return to the previous safe point, suspend. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.core.job.change;
