package io.lull.coordinator.metrics;

import io.lull.coordinator.core.control.GridCounts;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.Record;
import io.lull.protocol.wire.Vacated;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;

/** Metrics of the control loop. */
public final class ControlMetrics {
  /** A census is taken so often at most. */
  private static final Duration COUNTING_PERIOD = Duration.ofSeconds(1);

  private static final double[] ROUND_SECONDS = {
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10
  };
  private static final double[] RECLAIM_SECONDS = {
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5
  };
  private static final double[] VACATE_SECONDS = {0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 60};

  private final PrometheusRegistry registry;
  private final Clock clock;
  private final Histogram lag;
  private final Histogram rounds;
  private final Histogram plans;
  private final Counter reclaims;
  private final Histogram reclaimTimes;
  private final Histogram vacateTimes;
  private final Counter turns;
  private final Counter recoveries;
  private volatile long roundNanos;
  private volatile long countsNanos;
  private volatile GridCounts counts = GridCounts.NONE;

  /** Who does not lead counts nothing, and shows nothing. */
  private volatile boolean leading;

  ControlMetrics(PrometheusRegistry registry, Clock clock) {
    this.registry = registry;
    this.clock = clock;
    this.roundNanos = clock.nanos();
    this.countsNanos = roundNanos - COUNTING_PERIOD.toNanos();
    this.lag =
        histogram(
            "lull_control_lag_seconds",
            "How long what had happened waited for the control loop; its count is of all that"
                + " happened.",
            ROUND_SECONDS);
    this.rounds =
        histogram(
            "lull_control_round_duration_seconds",
            "How long a round of the control loop took, its writes included.",
            ROUND_SECONDS);
    this.plans =
        histogram(
            "lull_plan_duration_seconds",
            "How long it took to plan who gets which nodes.",
            ROUND_SECONDS);
    this.reclaims =
        counter("lull_reclaims_total", "How often owners took their workstations back.");
    this.reclaimTimes =
        histogram(
            "lull_reclaim_duration_seconds",
            "From an owner's return until the guest was held; of several between two words of a"
                + " node, the last.",
            RECLAIM_SECONDS);
    this.vacateTimes =
        Histogram.builder()
            .name("lull_vacate_duration_seconds")
            .help("From an owner's return until the guest's memory was free, by how it went.")
            .labelNames("outcome")
            .classicOnly()
            .classicUpperBounds(VACATE_SECONDS)
            .register(registry);
    vacateTimes.initLabelValues("left");
    vacateTimes.initLabelValues("killed");
    this.turns =
        Counter.builder()
            .name("lull_job_turns_total")
            .help("How often a job came to a state.")
            .labelNames("state")
            .register(registry);
    this.recoveries =
        counter("lull_job_recoveries_total", "How often a job went back to its last checkpoint.");
    registry.register(new GridCountsCollector(() -> leading ? counts : GridCounts.NONE));
    GaugeWithCallback.builder()
        .name("lull_control_round_age_seconds")
        .help("How long ago the control loop ended a round.")
        .callback(gauge -> gauge.call(leading ? CoordinatorMetrics.seconds(sinceRound()) : 0))
        .register(registry);
  }

  private Histogram histogram(String name, String help, double[] bounds) {
    return Histogram.builder()
        .name(name)
        .help(help)
        .classicOnly()
        .classicUpperBounds(bounds)
        .register(registry);
  }

  private Counter counter(String name, String help) {
    return Counter.builder().name(name).help(help).register(registry);
  }

  /** Something that happened is taken at last. */
  public void took(Duration waited) {
    lag.observe(CoordinatorMetrics.seconds(waited));
  }

  public void planned(Duration took) {
    plans.observe(CoordinatorMetrics.seconds(took));
  }

  /** A round is over: what it decided is stored and let out. */
  public void roundEnded(Duration took) {
    roundNanos = clock.nanos();
    rounds.observe(CoordinatorMetrics.seconds(took));
  }

  public boolean countsDue() {
    return clock.nanos() - countsNanos >= COUNTING_PERIOD.toNanos();
  }

  public void counted(GridCounts newest) {
    countsNanos = clock.nanos();
    counts = newest;
  }

  /**
   * A connected node has told its record again. What a node brings along when it connects is not
   * counted: it may have been counted before. One that starts again counts from none.
   */
  public void reclaimed(Record before, Record now) {
    final long more = now.getCount() - before.getCount();
    if (more > 0) {
      reclaims.inc(more);
      reclaimTimes.observe(now.getLastMillis() / 1000);
    }
  }

  public void vacated(Vacated how) {
    vacateTimes.labelValues(how.getKilled() ? "killed" : "left").observe(how.getMillis() / 1000);
  }

  /** A job came to a state. */
  public void turned(String state) {
    turns.labelValues(state).inc();
  }

  public void recovered() {
    recoveries.inc();
  }

  void turnTo(MemberStage stage) {
    roundNanos = clock.nanos();
    leading = stage instanceof MemberStage.Leading;
  }

  Duration sinceRound() {
    return Duration.ofNanos(Math.max(0, clock.nanos() - roundNanos));
  }
}
