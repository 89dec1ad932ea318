package io.lull.coordinator.core.control;

import com.google.protobuf.ByteString;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.job.JobTerms;
import io.lull.coordinator.core.leadership.LeaderLease;
import io.lull.coordinator.core.store.NodeHistory;
import io.lull.coordinator.core.store.RecordMaps;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.DataPlane;
import io.lull.protocol.wire.Hello;
import io.lull.protocol.wire.JobSpec;
import io.lull.protocol.wire.NodeFacts;
import io.lull.protocol.wire.NodeStatus;
import io.lull.scheduling.SharingTerms;
import java.time.ZoneOffset;

/** A grid as rounds have it, on a test's record maps and clock. */
final class Controls {
  private Controls() {}

  /** Its rounds, led for ever; what they announce is heard by nobody. */
  static ControlRound rounds(
      RecordMaps maps, NodeHistory history, Clock clock, GridControl.Terms terms) {
    final LeaderLease lease = new Always(terms);
    return new ControlRound(
        of(maps, history, clock, lease, ControlObserver.NONE),
        lease,
        Announcements.NONE,
        clock,
        ControlObserver.NONE);
  }

  static GridControl of(
      RecordMaps maps,
      NodeHistory history,
      Clock clock,
      LeaderLease lease,
      ControlObserver observer) {
    return GridControl.open(
        maps,
        new ZonedNodeHistory(history, ZoneOffset.UTC),
        new GridTerms(SharingTerms.DEFAULT, job -> DataPlane.getDefaultInstance()),
        lease,
        () -> true,
        clock,
        observer);
  }

  /** A job of so many workers that was just submitted. */
  static Job job(int workers, Clock clock) {
    return Job.submitted(
        new JobTerms(
            1,
            "ada",
            JobSpec.newBuilder()
                .setApp("jacobi")
                .setMainClass("io.lull.apps.Jacobi")
                .setMinWorkers(workers)
                .setMaxWorkers(workers)
                .setCheckpoint("off")
                .build(),
            DataPlane.getDefaultInstance(),
            ByteString.EMPTY,
            clock.epochMillis()));
  }

  /** The greeting of an agent whose owner is away. */
  static Hello hello(String incarnation) {
    return Hello.newBuilder()
        .setIncarnation(incarnation)
        .setFacts(
            NodeFacts.newBuilder()
                .setOs("linux")
                .setCores(4)
                .setMemoryBytes(8L << 30)
                .setSpeed(1)
                .setHost("127.0.0.1")
                .setPiecePort(1))
        .setStatus(NodeStatus.newBuilder().setState("available").setWilling(true))
        .build();
  }

  /** Nobody else ever leads. */
  private record Always(GridControl.Terms terms) implements LeaderLease {
    @Override
    public long fence() {
      return terms.fence();
    }

    @Override
    public boolean holds() {
      return true;
    }

    @Override
    public boolean contested() {
      return terms.answering();
    }
  }
}
