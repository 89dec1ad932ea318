package io.lull.tray.screen;

import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.CheckValue;
import io.lull.protocol.wire.CheckpointsView;
import io.lull.protocol.wire.EventView;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.NodeView;
import io.lull.protocol.wire.TasksView;
import io.lull.protocol.wire.WorkerView;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;

/** Jobs of an office, in the states that a screen can show. */
public final class SampleJobs {
  static final String LOG =
      """
      --- J40-w3 on office-09, which ended: its job is over
      rank 2 joins in epoch 7 at iteration 16,402
      rank 2 owns rows 0-1179, columns 1460-4000
      iterations 20000
      sum 19884.03124417201
      change 9.8114e-05
      """;

  static final List<String> REASONS =
      List.of(
          "It needs 8 nodes at least, and 5 are available that it may have.",
          "plate has 6 nodes, and keeps its least, 2, for 3 minutes more.",
          "office-03 and office-06 have been idle for less than 2 minutes: they settle.",
          "It is the first in the queue: the next nodes are for it.");

  private SampleJobs() {}

  private static long ago(int minutes) {
    return Samples.NOW - Duration.ofMinutes(minutes).toMillis();
  }

  private static JobView.Builder job(int number, String name, String app, String user) {
    return JobView.newBuilder()
        .setId("J" + number)
        .setName(name)
        .setApp(app)
        .setUser(user)
        .setMinWorkers(2)
        .setMaxWorkers(8)
        .setSubmittedAt(ago(64));
  }

  /** Six machines, one of which its owner has just come back to. */
  public static JobView running() {
    return grid(job(42, "plate", "jacobi", "ada"), "running")
        .setReason("computes on 6 nodes")
        .setIteration(34_120)
        .setIterations(80_000)
        .setProgress(0.4265)
        .setSecondsPerIteration(0.0412)
        .setFastestSecondsPerIteration(0.0398)
        .setSlowestSecondsPerIteration(0.0431)
        .setPriority(5)
        .build();
  }

  /** The same, on its way to another configuration. */
  public static JobView reconfiguring() {
    return running().toBuilder()
        .setState("reconfiguring")
        .setReason("moves its data to 6 nodes")
        .setPending("office-21 is to join; office-04 is to leave")
        .setMovedBytes(212L << 20)
        .setMovingBytes(512L << 20)
        .addWorkers(worker(-1, "office-21", "ready", 0, 0, 0, 0))
        .build();
  }

  private static JobView.Builder grid(JobView.Builder job, String state) {
    return job.setState(state)
        .setStartedAt(ago(61))
        .setRows(4001)
        .setColumns(4001)
        .setEpoch(9)
        .addWorkers(worker(0, "office-02", "computing", 0, 2210, 0, 1460))
        .addWorkers(worker(1, "office-04", "computing", 2210, 4001, 0, 1460))
        .addWorkers(worker(2, "office-09", "computing", 0, 1180, 1460, 4001))
        .addWorkers(worker(3, "office-11", "computing", 1180, 2590, 1460, 2790))
        .addWorkers(worker(4, "office-13", "computing", 1180, 2590, 2790, 4001))
        .addWorkers(worker(5, "office-17", "computing", 2590, 4001, 1460, 4001))
        .setCheckpoints(
            CheckpointsView.newBuilder()
                .setCount(11)
                .setLastGeneration(11)
                .setLastAt(ago(3))
                .setLastBytes(126L << 20)
                .setCaptureMillis(18)
                .setDurableMillis(940))
        .addAllEvents(events());
  }

  /**
   * On so many machines, each with a part of the rows: as many bands as is about the root of their
   * number, and in each band about as many parts.
   */
  public static JobView runningOn(int machines) {
    final JobView.Builder job =
        running().toBuilder().clearWorkers().setReason("computes on " + machines + " nodes");
    final int bands = (int) Math.round(Math.sqrt(machines));
    for (int rank = 0; rank < machines; rank++) {
      final int band = rank * bands / machines;
      final int first = Math.ceilDiv(band * machines, bands);
      final int count = Math.ceilDiv((band + 1) * machines, bands) - first;
      job.addWorkers(
          worker(
              rank,
              String.format("office-%02d", 40 + rank),
              "computing",
              4001 * band / bands,
              4001 * (band + 1) / bands,
              4001 * (rank - first) / count,
              4001 * (rank - first + 1) / count));
    }
    return job.build();
  }

  private static WorkerView worker(
      int rank, String node, String state, int rowFrom, int rowTo, int columnFrom, int columnTo) {
    return WorkerView.newBuilder()
        .setRank(rank)
        .setNode(node)
        .setState(state)
        .setRowFrom(rowFrom)
        .setRowTo(rowTo)
        .setColumnFrom(columnFrom)
        .setColumnTo(columnTo)
        .build();
  }

  private static List<EventView> events() {
    final List<EventView> events = new ArrayList<>();
    events.add(event(61, "start", "scheduler", 0, 3).addNodesJoined("office-02").build());
    events.add(checkpoint(56));
    events.add(
        event(52, "grow", "opportunity", 3, 5)
            .addNodesJoined("office-11")
            .addNodesJoined("office-13")
            .setBytesMoved(61L << 20)
            .setBytesLeast(60L << 20)
            .setDowntimeMillis(84)
            .setPredictedCostMillis(110)
            .setPredictedBenefitMillis(740_000)
            .build());
    events.add(checkpoint(46));
    events.add(checkpoint(39));
    events.add(
        event(33, "shrink", "owner", 5, 4)
            .addNodesLeft("office-05")
            .setBytesMoved(25L << 20)
            .setBytesLeast(25L << 20)
            .setDowntimeMillis(52)
            .build());
    events.add(checkpoint(27));
    events.add(
        event(21, "recover", "failure", 4, 3)
            .addNodesLeft("office-08")
            .setDowntimeMillis(4_300)
            .setLostIterations(412)
            .build());
    events.add(checkpoint(16));
    events.add(
        event(9, "grow", "opportunity", 3, 6)
            .addNodesJoined("office-04")
            .addNodesJoined("office-09")
            .addNodesJoined("office-17")
            .setBytesMoved(63L << 20)
            .setBytesLeast(63L << 20)
            .setDowntimeMillis(91)
            .setPredictedCostMillis(120)
            .setPredictedBenefitMillis(1_260_000)
            .build());
    events.add(checkpoint(3));
    return events;
  }

  private static EventView.Builder event(int ago, String kind, String cause, int from, int to) {
    return EventView.newBuilder()
        .setAt(ago(ago))
        .setKind(kind)
        .setCause(cause)
        .setFrom(from)
        .setTo(to)
        .setOutcome("done");
  }

  private static EventView checkpoint(int ago) {
    return event(ago, "checkpoint", "scheduler", 4, 4).setDowntimeMillis(18).build();
  }

  public static JobView finished() {
    return grid(job(40, "plate-small", "jacobi", "ada"), "finished")
        .clearWorkers()
        .setReason("done in 48m")
        .setStartedAt(ago(61))
        .setFinishedAt(ago(2))
        .setIteration(20_000)
        .setIterations(20_000)
        .setProgress(1)
        .addEvents(event(2, "end", "scheduler", 6, 0))
        .addCheckValues(CheckValue.newBuilder().setName("iterations").setValue("20000"))
        .addCheckValues(CheckValue.newBuilder().setName("sum").setValue("19884.03124417201"))
        .addOutputs(blob("solution.f64", 2_880_000))
        .addOutputs(picture("solution.png"))
        .addOutputs(blob("log.txt", 3_911))
        .setOutputsKeptUntil(Samples.NOW + Duration.ofDays(30).toMillis())
        .build();
  }

  private static Blob blob(String name, long size) {
    return Blob.newBuilder().setName(name).setSizeBytes(size).setSha256("").build();
  }

  /** As a solved plate looks. */
  public static byte[] picture() {
    try {
      return Files.readAllBytes(Path.of("../docs/images/field.png"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Blob picture(String name) {
    try {
      return blob(name, picture().length).toBuilder()
          .setSha256(
              HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(picture())))
          .build();
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  public static JobView failed() {
    return grid(job(38, "wind-tunnel", "", "ada"), "failed")
        .clearWorkers()
        .clearEvents()
        .addAllEvents(events().subList(0, 4))
        .addEvents(event(44, "end", "failure", 5, 0).setOutcome("failed"))
        .clearCheckpoints()
        .setStartedAt(ago(61))
        .setFinishedAt(ago(44))
        .setIteration(1_204)
        .setIterations(6_000)
        .setProgress(0.2)
        .setError(
            "the program ended with java.lang.ArithmeticException: / by zero in"
                + " org.example.Tunnel.flow, three times in a row")
        .build();
  }

  public static JobView waiting() {
    return job(43, "spectra", "heat", "ada")
        .setState("queued")
        .setMinWorkers(8)
        .setMaxWorkers(16)
        .setSubmittedAt(ago(12))
        .setReason("needs 8 nodes, and 5 are available")
        .build();
  }

  public static JobView bag() {
    final JobView.Builder job =
        job(41, "thumbnails", "command", "ada")
            .setState("running")
            .setReason("runs its tasks on 3 nodes")
            .setMinWorkers(1)
            .setMaxWorkers(64)
            .setStartedAt(ago(18))
            .setIteration(417)
            .setIterations(1200)
            .setProgress(0.3475)
            .setTasks(
                TasksView.newBuilder().setTotal(1200).setDone(412).setFailed(5).setRunning(6));
    for (int i = 0; i < 3; i++) {
      job.addWorkers(worker(i, "office-2" + (2 + i), "computing", 0, 0, 0, 0));
      job.addEvents(
          event(18 - 4 * i, i == 0 ? "start" : "grow", "opportunity", i, i + 1)
              .addNodesJoined("office-2" + (2 + i)));
    }
    return job.build();
  }

  /** What is told of a job that this person may not look into. */
  public static JobView another() {
    return JobView.newBuilder()
        .setId("J39")
        .setUser("grace")
        .setState("running")
        .setMinWorkers(4)
        .setMaxWorkers(4)
        .addAllWorkers(
            IntStream.range(0, 4).mapToObj(i -> worker(i, "office-3" + i, "", 0, 0, 0, 0)).toList())
        .setSubmittedAt(ago(190))
        .setStartedAt(ago(184))
        .build();
  }

  public static List<JobView> several() {
    return List.of(another(), running(), bag(), waiting());
  }

  public static List<JobView> many() {
    final List<JobView> many = new ArrayList<>(List.of(failed(), finished()));
    many.addAll(several());
    for (int i = 0; i < 300; i++) {
      many.add(waiting().toBuilder().setId("J" + (100 + i)).setName("sweep-" + (i + 1)).build());
    }
    return many;
  }

  /** The machines that they are on, with their owners. */
  public static List<NodeView> nodes() {
    return IntStream.range(0, 340)
        .mapToObj(i -> {
          final String name = String.format("office-%02d", i);
          final String state =
              switch (i) {
                case 4 -> "vacating";
                case 2, 9, 11, 13, 17, 22, 23, 24, 30, 31, 32, 33 -> "running";
                case 21 -> "claimed";
                case 5, 8 -> "offline";
                default -> i >= 40 ? office(i) : i % 3 == 0 ? "available" : "owner";
              };
          return NodeView.newBuilder().setName(name).setState(state).build();
        })
        .toList();
  }

  /** Now and then an owner is back. */
  private static String office(int number) {
    return number % 50 == 42 ? "vacating" : "running";
  }
}
