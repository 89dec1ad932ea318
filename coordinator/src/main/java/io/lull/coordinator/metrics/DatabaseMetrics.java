package io.lull.coordinator.metrics;

import io.lull.protocol.time.Clock;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.function.Supplier;

/** Metrics of the database. */
public final class DatabaseMetrics {
  /** What the database is asked for. */
  public enum Operation {
    READ("read"),
    /** Of records: the grid waits for these. */
    WRITE("write"),
    /** Of who leads. */
    LEASE("lease");

    private final String label;

    Operation(String label) {
      this.label = label;
    }
  }

  private static final double[] WRITE_SECONDS = {
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10
  };

  private final Clock clock;
  private final Histogram writes;
  private final Counter failures;
  private volatile long answeredNanos;

  DatabaseMetrics(PrometheusRegistry registry, Clock clock) {
    this.clock = clock;
    this.answeredNanos = clock.nanos();
    this.writes =
        Histogram.builder()
            .name("lull_database_write_duration_seconds")
            .help("How long a write of records took until it was durable.")
            .classicOnly()
            .classicUpperBounds(WRITE_SECONDS)
            .register(registry);
    this.failures =
        Counter.builder()
            .name("lull_database_failures_total")
            .help("What the database did not do, by what it was asked for.")
            .labelNames("operation")
            .register(registry);
    for (final Operation operation : Operation.values()) {
      failures.initLabelValues(operation.label);
    }
  }

  /** Does the work and keeps how it went. */
  public <T> T timed(Operation operation, Supplier<T> work) {
    final long begun = clock.nanos();
    try {
      final T result = work.get();
      answeredNanos = clock.nanos();
      return result;
    } catch (RuntimeException e) {
      failures.labelValues(operation.label).inc();
      throw e;
    } finally {
      if (operation == Operation.WRITE) {
        writes.observe(CoordinatorMetrics.seconds(clock.nanos() - begun));
      }
    }
  }

  Duration sinceAnswer() {
    return Duration.ofNanos(Math.max(0, clock.nanos() - answeredNanos));
  }
}
