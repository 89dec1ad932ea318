package io.lull.coordinator.web;

import io.grpc.StatusRuntimeException;
import io.lull.coordinator.access.InProcessCalls;
import io.lull.coordinator.availability.NodeUse;
import io.lull.coordinator.core.access.Caller;
import io.lull.protocol.model.JobState;
import io.lull.protocol.model.NodeState;
import io.lull.protocol.text.JsonLine;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.AvailabilityBucket;
import io.lull.protocol.wire.AvailabilityRequest;
import io.lull.protocol.wire.AvailabilityView;
import io.lull.protocol.wire.GridGrpc;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.ListJobsRequest;
import io.lull.protocol.wire.ListNodesRequest;
import io.lull.protocol.wire.NodeView;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The JSON documents of the page: fetched with the person's own rights, so that each sees what
 * {@code lull jobs}, {@code lull nodes} and {@code lull availability} show them, and nothing else.
 * Names of fields are those of the commands' documents. Every method throws {@link
 * StatusRuntimeException} with the coordinator's refusal. Any thread.
 */
final class PageDocuments {
  /** Rows that somebody reads; how many there are besides is told. */
  static final int MAX_PRESENT = 300;

  static final int MAX_ENDED = 50;

  private static final Duration WEEKS = Duration.ofDays(84);
  private static final Duration DAY = Duration.ofDays(1);
  private static final double MILLIS_PER_SECOND = 1000;

  private final InProcessCalls calls;
  private final Clock clock;
  private final ZoneId zone;

  PageDocuments(InProcessCalls calls, Clock clock, ZoneId zone) {
    this.calls = calls;
    this.clock = clock;
    this.zone = zone;
  }

  /** Who looks, and how the machines are. */
  JsonLine now(SignIns.Authentication.Known known) {
    final Caller caller = known.user().caller();
    final List<NodeView> nodes =
        calls
            .ask(caller, GridGrpc.getListNodesMethod(), ListNodesRequest.getDefaultInstance())
            .getNodesList();
    final Map<NodeUse, Integer> uses = new EnumMap<>(NodeUse.class);
    long cores = 0;
    long coresRunning = 0;
    for (final NodeView node : nodes) {
      final NodeUse use = NodeUse.of(NodeState.of(node.getState()));
      uses.merge(use, 1, Integer::sum);
      cores += node.getCores();
      coresRunning += use == NodeUse.RUNNING ? node.getCores() : 0;
    }
    final JsonLine document =
        moment(moment(new JsonLine(), "at", clock.epochMillis()), "until", known.endMillis())
            .put("person", caller.name())
            .put("role", caller.role().wire())
            .put("nodes", nodes.size())
            .put("cores", cores)
            .put("coresRunning", coresRunning);
    for (final NodeUse use : NodeUse.values()) {
      document.put(use.wire(), uses.getOrDefault(use, 0));
    }
    return document;
  }

  /**
   * The newest first.
   *
   * @param ended those that have ended, instead of those that have not
   */
  JsonLine jobs(Caller caller, boolean ended) {
    final List<JobView> all =
        calls
            .ask(
                caller,
                GridGrpc.getListJobsMethod(),
                ListJobsRequest.newBuilder().setAll(ended).build())
            .getJobsList()
            .reversed()
            .stream()
            .filter(job -> JobState.of(job.getState()).ended() == ended)
            .toList();
    final int shown = Math.min(all.size(), ended ? MAX_ENDED : MAX_PRESENT);
    return moment(new JsonLine(), "at", clock.epochMillis())
        .put(
            "jobs",
            all.subList(0, shown).stream()
                .map(job -> job(job, caller.administers() || caller.isPerson(job.getUser())))
                .toList())
        .put("more", all.size() - shown);
  }

  /**
   * @param open whether it is told what it is and how far it has come; of others' jobs the
   *     coordinator says neither
   */
  private static JsonLine job(JobView job, boolean open) {
    final JsonLine document =
        new JsonLine()
            .put("id", job.getId())
            .put("user", job.getUser())
            .put("state", job.getState())
            .put("minWorkers", job.getMinWorkers())
            .put("maxWorkers", job.getMaxWorkers())
            .put(
                "workers",
                job.getWorkersList().stream().filter(each -> each.getRank() >= 0).count())
            .put("open", open);
    moment(document, "submittedAt", job.getSubmittedAt());
    moment(document, "startedAt", job.getStartedAt());
    moment(document, "finishedAt", job.getFinishedAt());
    if (!open) {
      return document;
    }
    document
        .put("name", job.getName())
        .put("app", job.getApp())
        .put("reason", job.getReason())
        .put("error", job.getError())
        .put("pending", job.getPending())
        .put("priority", job.getPriority())
        .put("iteration", job.getIteration())
        .put("iterations", job.getIterations())
        .put("fastestSecondsPerIteration", job.getFastestSecondsPerIteration())
        .put("slowestSecondsPerIteration", job.getSlowestSecondsPerIteration())
        .put("progress", job.getProgress());
    if (job.hasTasks()) {
      document.put(
          "tasks",
          new JsonLine()
              .put("total", job.getTasks().getTotal())
              .put("done", job.getTasks().getDone())
              .put("failed", job.getTasks().getFailed())
              .put("running", job.getTasks().getRunning()));
    }
    return document;
  }

  /** How many nodes were in which use, over a stretch of time. */
  JsonLine availability(Caller caller, long fromMillis, long untilMillis, long bucketMillis) {
    final AvailabilityView view =
        calls.ask(
            caller,
            GridGrpc.getGetAvailabilityMethod(),
            AvailabilityRequest.newBuilder()
                .setFrom(fromMillis)
                .setUntil(untilMillis)
                .setBucketMillis(bucketMillis)
                .build());
    final List<JsonLine> buckets = new ArrayList<>();
    for (final AvailabilityBucket bucket : view.getBucketsList()) {
      buckets.add(
          moment(new JsonLine(), "at", bucket.getAt())
              .put("owner", bucket.getOwner())
              .put("available", bucket.getAvailable())
              .put("running", bucket.getRunning())
              .put("offline", bucket.getOffline()));
    }
    return moment(moment(new JsonLine(), "from", view.getFrom()), "to", view.getUntil())
        .put("bucketSeconds", view.getBucketMillis() / MILLIS_PER_SECOND)
        .put("buckets", buckets);
  }

  /** Which part of the machines jobs had or could have had, by the hour of the week. */
  JsonLine week(Caller caller) {
    // From a full hour on: the coordinator then need not look at each change.
    final long now = clock.epochMillis();
    final long hour = now - now % Duration.ofHours(1).toMillis();
    final AvailabilityView view =
        calls.ask(
            caller,
            GridGrpc.getGetAvailabilityMethod(),
            AvailabilityRequest.newBuilder()
                .setFrom(hour - WEEKS.toMillis())
                .setUntil(now)
                .setBucketMillis(DAY.toMillis())
                .build());
    return new JsonLine()
        .put("zone", zone.getId())
        .putNumbers("byHourOfWeek", view.getByHourOfWeekList());
  }

  /** ISO-8601 UTC; 0 is no time. */
  private static JsonLine moment(JsonLine document, String name, long epochMillis) {
    return epochMillis == 0
        ? document.putNull(name)
        : document.put(name, Instant.ofEpochMilli(epochMillis).toString());
  }
}
