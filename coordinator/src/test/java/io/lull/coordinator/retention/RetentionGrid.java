package io.lull.coordinator.retention;

import com.google.protobuf.ByteString;
import io.lull.coordinator.control.ControlLoop;
import io.lull.coordinator.control.RoundListeners;
import io.lull.coordinator.core.access.Caller;
import io.lull.coordinator.core.control.GridCommands;
import io.lull.coordinator.core.control.GridTerms;
import io.lull.coordinator.core.control.RetentionCommands;
import io.lull.coordinator.core.control.ZonedNodeHistory;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.job.JobTerms;
import io.lull.coordinator.core.leadership.LeaderLease;
import io.lull.coordinator.core.store.DiscardingHistory;
import io.lull.coordinator.core.store.FileRecords;
import io.lull.coordinator.core.store.JobStore;
import io.lull.coordinator.core.store.NodeArchive;
import io.lull.coordinator.core.store.NodeHistory;
import io.lull.coordinator.core.store.NoticeStore;
import io.lull.coordinator.file.FileQuota;
import io.lull.coordinator.file.FileRefusedException;
import io.lull.coordinator.file.FileStore;
import io.lull.coordinator.file.IncomingFile;
import io.lull.coordinator.file.SharedFiles;
import io.lull.coordinator.metrics.CoordinatorMetrics;
import io.lull.coordinator.notice.WebhookSender;
import io.lull.coordinator.store.SharedRecordMaps;
import io.lull.protocol.model.Role;
import io.lull.protocol.model.Webhooks;
import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.DataPlane;
import io.lull.protocol.wire.JobSpec;
import io.lull.scheduling.SharingTerms;
import io.lull.testkit.time.VirtualClock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Jobs and files of a coordinator, without nodes, and with time that a test moves. */
final class RetentionGrid implements AutoCloseable {
  static final FileQuota QUOTA = new FileQuota(16L << 20, 8L << 20);
  static final int MIB = 1 << 20;
  private static final Caller ROOT = new Caller("root", Role.ADMIN, ByteString.EMPTY, "");

  final VirtualClock clock = new VirtualClock();
  final SharedRecordMaps shelves;
  final FileStore files;
  final FileEviction room;
  final GridCommands commands;
  final RetentionSweep sweep;
  final NoPast past = new NoPast();
  private final ControlLoop loop;
  final RetentionCommands keeping;
  private int distinct;

  RetentionGrid(Path folder) throws IOException {
    this(folder, new SharedRecordMaps(), RetentionTerms.USUAL);
  }

  /**
   * @param shelves of a coordinator before, for one that is started again
   */
  RetentionGrid(Path folder, SharedRecordMaps shelves, RetentionTerms terms) throws IOException {
    this.shelves = shelves;
    this.files = FileStore.open(folder, SharedFiles.NONE, new FileRecords(shelves), QUOTA, clock);
    this.loop =
        new ControlLoop(
            shelves,
            new ZonedNodeHistory(new DiscardingHistory(), ZoneOffset.UTC),
            new GridTerms(SharingTerms.DEFAULT, job -> DataPlane.getDefaultInstance()),
            clock,
            new Always(),
            new CoordinatorMetrics(clock, "test").control(),
            new RoundListeners(
                job -> {},
                new WebhookSender(
                    new NoticeStore(shelves), Webhooks.NONE, new Always(), clock, new Random(7))));
    this.commands = new GridCommands(loop);
    this.keeping = new RetentionCommands(loop);
    this.sweep = new RetentionSweep(terms, keeping, files, past, clock);
    this.room = sweep.room();
    loop.start();
  }

  /** A program that nobody sent before. */
  Blob program(String user, int bytes) throws IOException, FileRefusedException {
    final byte[] content = new byte[bytes];
    ByteBuffer.wrap(content).putInt(++distinct);
    try (var _ = room.forBlob(user, bytes);
        IncomingFile incoming = files.takeBlob(user, "program.jar", bytes)) {
      incoming.write(ByteBuffer.wrap(content));
      return incoming.finish();
    }
  }

  boolean has(Blob blob) {
    return files.hasBlob(blob.getSha256(), blob.getSizeBytes());
  }

  Job submit(String user, Blob... programs) {
    return commands.submit(
        new JobTerms(
            new JobStore(shelves).lastNumber() + 1,
            user,
            JobSpec.newBuilder()
                .setApp("jacobi")
                .setMinWorkers(1)
                .addAllInputs(List.of(programs))
                .build(),
            DataPlane.getDefaultInstance(),
            ByteString.EMPTY,
            clock.epochMillis()));
  }

  void end(Job job) {
    commands.cancel(ROOT, job.id());
  }

  /** A job that has ended and left something. */
  Job ended(String user, int outputBytes) throws IOException, FileRefusedException {
    final Job job = submit(user);
    try (var _ = room.forOutput(outputBytes);
        IncomingFile incoming = files.takeOutput(job.id(), "out", outputBytes)) {
      incoming.write(ByteBuffer.wrap(new byte[outputBytes]));
      incoming.finish();
    }
    end(job);
    return job;
  }

  boolean hasOutputs(Job job) {
    return files.removal().jobsWithOutputs().contains(job.id());
  }

  @Override
  public void close() {
    loop.close();
  }

  private static final class Always implements LeaderLease {
    @Override
    public long fence() {
      return 1;
    }

    @Override
    public boolean holds() {
      return true;
    }

    @Override
    public boolean contested() {
      return false;
    }
  }

  /** Remembers how much of it was to be condensed and forgotten. */
  static final class NoPast implements NodeArchive {
    long condensedBeforeMillis;
    long forgottenBeforeMillis;

    @Override
    public Lives lives(Collection<String> nodes, long fromMillis, long untilMillis) {
      return new Lives(Map.of(), Map.of(), List.of());
    }

    @Override
    public List<Turn> backFrom(NodeHistory.Place place, int most) {
      return List.of();
    }

    @Override
    public Stretch between(long fromMillis, long untilMillis) {
      return new Stretch(Map.of(), fromMillis, Map.of(), List.of());
    }

    @Override
    public Stretch inHours(long fromMillis, long untilMillis) {
      return between(fromMillis, untilMillis);
    }

    @Override
    public int condense(long beforeMillis, int most) {
      condensedBeforeMillis = beforeMillis;
      return 0;
    }

    @Override
    public void forget(long beforeMillis) {
      forgottenBeforeMillis = beforeMillis;
    }
  }
}
