package io.lull.coordinator.web;

import io.grpc.stub.StreamObserver;
import io.lull.protocol.wire.AvailabilityBucket;
import io.lull.protocol.wire.AvailabilityRequest;
import io.lull.protocol.wire.AvailabilityView;
import io.lull.protocol.wire.GridGrpc;
import io.lull.protocol.wire.JobList;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.ListJobsRequest;
import io.lull.protocol.wire.ListNodesRequest;
import io.lull.protocol.wire.NodeList;
import io.lull.protocol.wire.NodeView;
import io.lull.protocol.wire.TasksView;
import io.lull.protocol.wire.WorkerView;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** An office of fifty machines as it would be, for pictures: at any moment always the same. */
final class GridFixture extends GridGrpc.GridImplBase {
  private static final int MACHINES = 50;
  private static final int HOURS_A_WEEK = 168;
  private static final long MINUTE = 60_000;

  private final long nowMillis;
  private final ZoneId zone;

  GridFixture(long nowMillis, ZoneId zone) {
    this.nowMillis = nowMillis;
    this.zone = zone;
  }

  /** Mean numbers of machines at a moment. */
  private record Use(double owner, double available, double running, double offline) {
    static Use at(ZonedDateTime when) {
      final double chance = chance(when.toEpochSecond() / 3600);
      final double slow = chance(7 + when.toEpochSecond() / 14_400);
      final boolean weekend = when.getDayOfWeek().getValue() >= DayOfWeek.SATURDAY.getValue();
      final double hour = when.getHour() + when.getMinute() / 60.0;
      final double busy =
          weekend
              ? 0.05
              : Math.max(0.06, 0.84 * bump(hour, 8.2, 17.4) - 0.22 * bump(hour, 11.9, 13.0));
      final double offline = weekend ? 7.5 : 3.2 + slow;
      final double owner = (MACHINES - offline) * busy * (0.97 + 0.06 * chance);
      final double rest = MACHINES - offline - owner;
      final double wanted = weekend ? 0.35 + 0.4 * slow : 0.3 + 0.5 * slow;
      final double running = rest * wanted * (0.85 + 0.3 * chance);
      return new Use(owner, Math.max(0, rest - running), Math.min(rest, running), offline);
    }

    /** The same for the same number, and another for the next. */
    private static double chance(long seed) {
      return new SplittableRandom(seed).nextDouble();
    }

    private static double bump(double hour, double from, double until) {
      return 1 / (1 + Math.exp(-(hour - from) * 2.6)) / (1 + Math.exp((hour - until) * 2.2));
    }
  }

  private static <T> void answer(StreamObserver<T> reply, T value) {
    reply.onNext(value);
    reply.onCompleted();
  }

  @Override
  public void listNodes(ListNodesRequest request, StreamObserver<NodeList> reply) {
    final Use use = Use.at(Instant.ofEpochMilli(nowMillis).atZone(zone));
    final int offline = (int) Math.round(use.offline());
    final int running = 15;
    final int owner = (int) Math.round(use.owner());
    final NodeList.Builder nodes = NodeList.newBuilder();
    for (int i = 1; i <= MACHINES; i++) {
      nodes.addNodes(
          NodeView.newBuilder()
              .setName("office-" + i)
              .setCores(8)
              .setState(
                  i <= running
                      ? "running"
                      : i <= running + owner
                          ? "owner"
                          : i <= running + owner + offline ? "offline" : "available"));
    }
    answer(reply, nodes.build());
  }

  @Override
  public void getAvailability(AvailabilityRequest request, StreamObserver<AvailabilityView> reply) {
    final long until = request.getFrom() == 0 ? nowMillis : Math.min(nowMillis, request.getUntil());
    final long from = request.getFrom() == 0 ? until - request.getSinceMillis() : request.getFrom();
    final AvailabilityView.Builder view =
        AvailabilityView.newBuilder()
            .setFrom(from)
            .setUntil(until)
            .setBucketMillis(request.getBucketMillis());
    for (long at = from; at < until; at += request.getBucketMillis()) {
      view.addBuckets(bucket(at, Math.min(until, at + request.getBucketMillis())));
    }
    for (int hour = 0; hour < HOURS_A_WEEK; hour++) {
      final ZonedDateTime when =
          ZonedDateTime.of(2026, 11, 2 + hour / 24, hour % 24, 30, 0, 0, zone);
      final Use use = Use.at(when);
      view.addByHourOfWeek((use.available() + use.running()) / MACHINES);
    }
    answer(reply, view.build());
  }

  private AvailabilityBucket bucket(long from, long until) {
    final long step = Math.max(MINUTE, (until - from) / 24);
    double owner = 0;
    double available = 0;
    double running = 0;
    double offline = 0;
    int count = 0;
    for (long at = from; at < until; at += step) {
      final Use use = Use.at(Instant.ofEpochMilli(at).atZone(zone));
      owner += use.owner();
      available += use.available();
      running += use.running();
      offline += use.offline();
      count++;
    }
    return AvailabilityBucket.newBuilder()
        .setAt(from)
        .setOwner(owner / count)
        .setAvailable(available / count)
        .setRunning(running / count)
        .setOffline(offline / count)
        .build();
  }

  @Override
  public void listJobs(ListJobsRequest request, StreamObserver<JobList> reply) {
    final List<JobView> jobs = new ArrayList<>();
    if (request.getAll()) {
      jobs.add(job("J38", "ada", "heat-3d", "finished", 8, 0, 1));
    }
    jobs.add(
        JobView.newBuilder()
            .setId("J39")
            .setUser("grace")
            .setState("running")
            .setMinWorkers(4)
            .setMaxWorkers(4)
            .addAllWorkers(workers(4))
            .setSubmittedAt(nowMillis - 190 * MINUTE)
            .setStartedAt(nowMillis - 184 * MINUTE)
            .build());
    jobs.add(
        job("J41", "ada", "thumbnails", "running", 64, 3, 0.345).toBuilder()
            .setApp("command")
            .setIterations(0)
            .setTasks(TasksView.newBuilder().setTotal(250).setDone(86).setRunning(3))
            .setStartedAt(nowMillis - 18 * MINUTE)
            .build());
    jobs.add(job("J42", "ada", "plate", "running", 8, 8, 0.655));
    jobs.add(
        job("J43", "ada", "spectra", "queued", 16, 0, 0).toBuilder()
            .setApp("heat")
            .setMinWorkers(8)
            .setIterations(0)
            .clearStartedAt()
            .setSubmittedAt(nowMillis - 12 * MINUTE)
            .build());
    answer(reply, JobList.newBuilder().addAllJobs(jobs).build());
  }

  private JobView job(
      String id, String user, String name, String state, int most, int workers, double progress) {
    return JobView.newBuilder()
        .setId(id)
        .setUser(user)
        .setName(name)
        .setApp("jacobi")
        .setState(state)
        .setMinWorkers(most == 64 ? 1 : 2)
        .setMaxWorkers(most)
        .addAllWorkers(workers(workers))
        .setProgress(progress)
        .setIteration(Math.round(2000 * progress))
        .setIterations(2000)
        .setSecondsPerIteration(2.8)
        .setFastestSecondsPerIteration(2.7)
        .setSlowestSecondsPerIteration(2.95)
        .setSubmittedAt(nowMillis - 70 * MINUTE)
        .setStartedAt(nowMillis - 61 * MINUTE)
        .setFinishedAt(state.equals("finished") ? nowMillis - 25 * MINUTE : 0)
        .build();
  }

  private static List<WorkerView> workers(int count) {
    final List<WorkerView> workers = new ArrayList<>();
    for (int rank = 0; rank < count; rank++) {
      workers.add(WorkerView.newBuilder().setRank(rank).setNode("office-" + (rank + 1)).build());
    }
    return workers;
  }
}
