package io.lull.cli.top;

import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.NodeView;
import io.lull.protocol.wire.WorkerView;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

/** A small office, seen at one moment. */
final class GridSeen {
  static final long AT = Instant.parse("2026-03-04T17:41:32Z").toEpochMilli();

  static final TopSnapshot OFFICE =
      new TopSnapshot(
          AT,
          List.of(
              node("hal", "offline", 8, "its agent is not connected"),
              node("bob", "owner", 4, "the keyboard was used 3 s ago").toBuilder()
                  .setOwnerIdleSeconds(3)
                  .setOwnerCpu(0.41)
                  .build(),
              node("eve", "available", 16, "no input for 12 min"),
              node("ada", "running", 8, "no input for 12 min").toBuilder()
                  .setGuestCpu(0.94)
                  .setJob("J12")
                  .setRank(0)
                  .build()),
          List.of(
              JobView.newBuilder()
                  .setId("J11")
                  .setName("waits")
                  .setUser("bob")
                  .setState("queued")
                  .setMinWorkers(4)
                  .setMaxWorkers(4)
                  .setReason("waits for 3 more idle nodes")
                  .build(),
              JobView.newBuilder()
                  .setId("J12")
                  .setName("plates")
                  .setUser("ann")
                  .setState("running")
                  .setMinWorkers(1)
                  .setMaxWorkers(8)
                  .addWorkers(WorkerView.newBuilder().setNode("ada"))
                  .setProgress(0.62)
                  .setIteration(310)
                  .setIterations(500)
                  .setSecondsPerIteration(0.0184)
                  .build()));

  private GridSeen() {}

  static NodeView node(String name, String state, int cores, String reason) {
    return NodeView.newBuilder()
        .setName(name)
        .setState(state)
        .setCores(cores)
        .setReason(reason)
        .setRank(-1)
        .setOwnerIdleSeconds(720)
        .setSince(AT - 420_000)
        .build();
  }

  static TopSnapshot of(int jobs, int nodes) {
    return new TopSnapshot(
        AT,
        IntStream.range(0, nodes)
            .mapToObj(i -> node(String.format("ws%03d", i), "available", 4, "no input"))
            .toList(),
        IntStream.rangeClosed(1, jobs)
            .mapToObj(i ->
                JobView.newBuilder()
                    .setId("J" + i)
                    .setName("job" + i)
                    .setState("queued")
                    .setMinWorkers(1)
                    .setMaxWorkers(1)
                    .build())
            .toList());
  }
}
