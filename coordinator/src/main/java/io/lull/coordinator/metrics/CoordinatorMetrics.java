package io.lull.coordinator.metrics;

import io.lull.coordinator.metrics.LeaderGauges.FileUse;
import io.lull.protocol.time.Clock;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.instrumentation.jvm.JvmGarbageCollectorMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmMemoryMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmRuntimeInfoMetric;
import io.prometheus.metrics.instrumentation.jvm.JvmThreadsMetrics;
import io.prometheus.metrics.instrumentation.jvm.ProcessMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * The metrics and the health of a member, for as long as its process runs, as standby and as
 * leader. Any thread. Updates never wait; a scrape returns the newest values without queries.
 */
public final class CoordinatorMetrics {
  /** Of what {@link #write} writes. */
  public static final String CONTENT_TYPE = PrometheusTextFormatWriter.CONTENT_TYPE;

  private static final double NANOS_PER_SECOND = 1e9;

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final PrometheusTextFormatWriter writer = PrometheusTextFormatWriter.create();
  private final DatabaseMetrics database;
  private final ControlMetrics control;
  private final MemberMetrics members;
  private final Counter submissions;
  private volatile MemberStage stage = new MemberStage.Starting();

  /**
   * @param version of this program
   */
  public CoordinatorMetrics(Clock clock, String version) {
    final long begunNanos = clock.nanos();
    this.database = new DatabaseMetrics(registry, clock);
    this.control = new ControlMetrics(registry, clock);
    this.members = new MemberMetrics(registry);
    this.submissions =
        Counter.builder()
            .name("lull_submissions_total")
            .help("Jobs that users submitted, by whether they were accepted or refused.")
            .labelNames("outcome")
            .register(registry);
    submissions.initLabelValues("accepted");
    submissions.initLabelValues("refused");
    GaugeWithCallback.builder()
        .name("lull_build_info")
        .help("Always 1; the version of this program.")
        .labelNames("version")
        .callback(gauge -> gauge.call(1, version))
        .register(registry);
    gauge(
        "lull_uptime_seconds",
        "How long this member runs.",
        () -> Optional.of(seconds(clock.nanos() - begunNanos)));
    registerLeader();
    JvmMemoryMetrics.builder().register(registry);
    JvmGarbageCollectorMetrics.builder().register(registry);
    JvmThreadsMetrics.builder().register(registry);
    JvmRuntimeInfoMetric.builder().register(registry);
    ProcessMetrics.builder().register(registry);
  }

  private void registerLeader() {
    gauge(
        "lull_leader",
        "1 while this member leads, else 0.",
        () -> Optional.of(stage instanceof MemberStage.Leading ? 1.0 : 0.0));
    ofLeader("lull_leadership_fence", "The number of the leader's lease.", LeaderGauges::fence);
    gauge(
        "lull_lease_age_seconds",
        "How long ago the leader renewed its lease; absent where nobody else could have it.",
        () -> leader().flatMap(LeaderGauges::leaseAge).map(age -> seconds(age.toNanos())));
    ofLeader(
        "lull_control_queue_length",
        "What has happened and waits for the control loop.",
        LeaderGauges::waiting);
    ofLeader(
        "lull_authority_end_timestamp_seconds",
        "Until when the grid's authority is good, in seconds since 1970.",
        leader -> leader.authorityEnd().getEpochSecond());
    ofLeader(
        "lull_certificate_end_timestamp_seconds",
        "Until when the coordinator's own certificate is good, in seconds since 1970.",
        leader -> leader.certificateEnd().getEpochSecond());
    ofFiles(
        "lull_files_blob_bytes",
        "What programs and inputs take on this member's disk.",
        FileUse::blobBytes);
    ofFiles(
        "lull_files_output_bytes",
        "What results of jobs take on this member's disk.",
        FileUse::outputBytes);
    ofFiles("lull_files_free_bytes", "What is free on this member's disk.", FileUse::freeBytes);
  }

  private void ofLeader(String name, String help, ToDoubleFunction<LeaderGauges> value) {
    gauge(name, help, () -> leader().map(value::applyAsDouble));
  }

  private void ofFiles(String name, String help, ToDoubleFunction<FileUse> value) {
    gauge(name, help, () -> leader().map(LeaderGauges::files).map(value::applyAsDouble));
  }

  /** Shown while there is a value. */
  private void gauge(String name, String help, Supplier<Optional<Double>> value) {
    GaugeWithCallback.builder()
        .name(name)
        .help(help)
        .callback(gauge -> value.get().ifPresent(gauge::call))
        .register(registry);
  }

  private Optional<LeaderGauges> leader() {
    return stage instanceof MemberStage.Leading leading
        ? Optional.of(leading.leader())
        : Optional.empty();
  }

  public DatabaseMetrics database() {
    return database;
  }

  public ControlMetrics control() {
    return control;
  }

  public MemberMetrics members() {
    return members;
  }

  public void submitted(boolean accepted) {
    submissions.labelValues(accepted ? "accepted" : "refused").inc();
  }

  /** From now on this member does this. */
  public void turnTo(MemberStage next) {
    stage = next;
    control.turnTo(next);
  }

  /** What this member does. */
  public MemberStage stage() {
    return stage;
  }

  public Health ready() {
    final Health health = Health.ready(stage, database.sinceAnswer(), control.sinceRound());
    return members.words().map(health::and).orElse(health);
  }

  public Health live() {
    return Health.live(stage, control.sinceRound());
  }

  /** Writes all metrics in Prometheus's text format. */
  public void write(OutputStream out) throws IOException {
    writer.write(out, registry.scrape());
  }

  static double seconds(long nanos) {
    return nanos / NANOS_PER_SECOND;
  }

  static double seconds(Duration duration) {
    return seconds(duration.toNanos());
  }
}
