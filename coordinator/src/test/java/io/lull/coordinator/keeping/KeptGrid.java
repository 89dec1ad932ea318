package io.lull.coordinator.keeping;

import com.google.protobuf.ByteString;
import io.lull.coordinator.control.Audience;
import io.lull.coordinator.control.ControlLoop;
import io.lull.coordinator.core.access.Caller;
import io.lull.coordinator.core.control.GridDesk;
import io.lull.coordinator.core.control.GridTerms;
import io.lull.coordinator.core.control.KeepingDesk;
import io.lull.coordinator.core.control.Past;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.job.JobTerms;
import io.lull.coordinator.core.leadership.Mandate;
import io.lull.coordinator.core.store.FileRecords;
import io.lull.coordinator.core.store.ForgetfulHistory;
import io.lull.coordinator.core.store.JobStore;
import io.lull.coordinator.core.store.NodeHistory;
import io.lull.coordinator.core.store.NodePast;
import io.lull.coordinator.core.store.NoticeStore;
import io.lull.coordinator.file.FileQuota;
import io.lull.coordinator.file.FileRefusedException;
import io.lull.coordinator.file.FileStore;
import io.lull.coordinator.file.Upload;
import io.lull.coordinator.file.Vault;
import io.lull.coordinator.notice.Courier;
import io.lull.coordinator.store.SharedShelves;
import io.lull.coordinator.vitals.Vitals;
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
final class KeptGrid implements AutoCloseable {
  static final FileQuota QUOTA = new FileQuota(16L << 20, 8L << 20);
  static final int MIB = 1 << 20;
  private static final Caller ROOT = new Caller("root", Role.ADMIN, ByteString.EMPTY, "");

  final VirtualClock clock = new VirtualClock();
  final SharedShelves shelves;
  final FileStore files;
  final FileRoom room;
  final GridDesk desk;
  final Housekeeping housekeeping;
  private final ControlLoop loop;
  final KeepingDesk keeping;
  private int distinct;

  KeptGrid(Path folder) throws IOException {
    this(folder, new SharedShelves(), KeepingTerms.USUAL);
  }

  /**
   * @param shelves of a coordinator before, for one that is started again
   */
  KeptGrid(Path folder, SharedShelves shelves, KeepingTerms terms) throws IOException {
    this.shelves = shelves;
    this.files = FileStore.open(folder, Vault.NONE, new FileRecords(shelves), QUOTA, clock);
    this.loop =
        new ControlLoop(
            shelves,
            new Past(new ForgetfulHistory(), ZoneOffset.UTC),
            new GridTerms(SharingTerms.DEFAULT, job -> DataPlane.getDefaultInstance()),
            clock,
            new Always(),
            new Vitals(clock, "test").control(),
            new Audience(
                job -> {},
                new Courier(
                    new NoticeStore(shelves), Webhooks.NONE, new Always(), clock, new Random(7))));
    this.desk = new GridDesk(loop);
    this.keeping = new KeepingDesk(loop);
    this.housekeeping = new Housekeeping(terms, keeping, files, new NoPast(), clock);
    this.room = housekeeping.room();
    loop.start();
  }

  /** A program that nobody sent before. */
  Blob program(String user, int bytes) throws IOException, FileRefusedException {
    final byte[] content = new byte[bytes];
    ByteBuffer.wrap(content).putInt(++distinct);
    try (var _ = room.forBlob(user, bytes);
        Upload upload = files.takeBlob(user, "program.jar", bytes)) {
      upload.write(ByteBuffer.wrap(content));
      return upload.finish();
    }
  }

  boolean has(Blob blob) {
    return files.hasBlob(blob.getSha256(), blob.getSizeBytes());
  }

  Job submit(String user, Blob... programs) {
    return desk.submit(
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
    desk.cancel(ROOT, job.id());
  }

  /** A job that has ended and left something. */
  Job ended(String user, int outputBytes) throws IOException, FileRefusedException {
    final Job job = submit(user);
    try (var _ = room.forOutput(outputBytes);
        Upload upload = files.takeOutput(job.id(), "out", outputBytes)) {
      upload.write(ByteBuffer.wrap(new byte[outputBytes]));
      upload.finish();
    }
    end(job);
    return job;
  }

  boolean hasOutputs(Job job) {
    return files.drops().jobsWithOutputs().contains(job.id());
  }

  @Override
  public void close() {
    loop.close();
  }

  private static final class Always implements Mandate {
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

  private static final class NoPast implements NodePast {
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
      return 0;
    }

    @Override
    public void forget(long beforeMillis) {}
  }
}
