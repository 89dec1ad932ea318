/** Forms a configuration: gathers workers, rebuilds and stages pieces, prepares the data. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.core.job.forming;
