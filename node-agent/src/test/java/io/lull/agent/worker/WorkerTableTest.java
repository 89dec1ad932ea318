package io.lull.agent.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.agent.core.settings.Isolation;
import io.lull.agent.fake.FakeWorker;
import io.lull.agent.file.BlobCache;
import io.lull.agent.file.CoordinatorFiles;
import io.lull.agent.network.NetworkBudget;
import io.lull.platform.guest.Guest;
import io.lull.platform.guest.GuestId;
import io.lull.platform.guest.GuestNeeds;
import io.lull.platform.guest.GuestPipes;
import io.lull.platform.guest.GuestSpec;
import io.lull.platform.guest.GuestStarter;
import io.lull.platform.guest.Sandbox;
import io.lull.platform.process.SpawnedProcess;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.wire.Bag;
import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.FromWorker;
import io.lull.protocol.wire.StartWorker;
import io.lull.protocol.wire.WorkerEnded;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the owner's limits do to workers, with guests that only say how much memory they take. */
final class WorkerTableTest {
  private static final int DISK_BYTES = 1 << 20;
  private static final long ASKED = 400L << 20;

  private final BlockingQueue<String> started = new LinkedBlockingQueue<>();
  private final BlockingQueue<WorkerEnded> ended = new LinkedBlockingQueue<>();
  private volatile long residentBytes;
  private volatile Isolation required = Isolation.ANY;
  private volatile boolean encrypted;
  private volatile boolean openNetwork;
  private volatile boolean hasNetwork = true;
  private volatile Set<String> signers = Set.of();
  @TempDir private Path folder;
  private WorkerTable table;

  @BeforeEach
  void open() throws IOException {
    table =
        new WorkerTable(
            new WorkerTools(
                folder.resolve("work"),
                new WorkerJvm(
                    Path.of(System.getProperty("java.home")),
                    System.getProperty("java.class.path"),
                    FakeWorker.class.getName(),
                    List.of(),
                    Optional.empty()),
                new TestSandbox(),
                new UnconfinedStarter(),
                new BlobCache(
                    folder.resolve("blobs"),
                    () -> 1 << 20,
                    new CoordinatorFiles(
                        _ -> Optional.empty(), NetworkBudget.unlimited(SystemClock.INSTANCE)),
                    SystemClock.INSTANCE),
                NetworkBudget.unlimited(SystemClock.INSTANCE),
                new GuestChannels(
                    (_, _, _) -> {
                      throw new IOException("no connections are passed here");
                    },
                    SystemClock.INSTANCE)),
            folder.resolve("guests"),
            () ->
                new WorkerLimits(
                    1, 1L << 30, DISK_BYTES, required, encrypted, openNetwork, signers),
            new WorkerListener() {
              @Override
              public void started(String worker) {
                started.add(worker);
              }

              @Override
              public boolean said(FromWorker report) {
                return true;
              }

              @Override
              public void ended(WorkerEnded report) {
                ended.add(report);
              }
            });
  }

  private void start() {
    table.start(
        StartWorker.newBuilder().setJob("J1").setWorker("J1-w1").setMemoryBytes(ASKED).build(),
        "desk",
        "127.0.0.1");
  }

  @AfterEach
  void close() throws InterruptedException {
    table.endAll();
  }

  @ParameterizedTest
  @EnumSource(names = {"SANDBOX", "SANDBOX_AND_CONTROL_GROUPS"})
  void aGuestIsNotStartedWithoutTheIsolationThatItsOwnerRequires(Isolation isolation)
      throws Exception {
    required = isolation;
    start();
    final WorkerEnded report = ended.poll(60, TimeUnit.SECONDS);
    assertThat(report).isNotNull();
    assertThat(report.getNeverReady()).isTrue();
    assertThat(report.getReason())
        .startsWith("this computer's owner requires as isolation: " + isolation.wire());
    assertThat(table.running()).isEmpty();
    assertThat(started).isEmpty();
  }

  @Test
  void noCommandRunsWhereProgramsMustBeSigned() throws Exception {
    signers = Set.of("a fingerprint");
    table.start(
        StartWorker.newBuilder()
            .setJob("J1")
            .setWorker("J1-w1")
            .setMemoryBytes(ASKED)
            .setBag(Bag.newBuilder().addCommand("/bin/true").setTasks(1))
            .build(),
        "desk",
        "127.0.0.1");
    final WorkerEnded report = ended.poll(60, TimeUnit.SECONDS);
    assertThat(report).isNotNull();
    assertThat(report.getReason()).contains("takes only programs that are signed");
    assertThat(started).isEmpty();
  }

  @Test
  void noImageRunsWhereTheSandboxCannotHaveOne() throws Exception {
    table.start(
        StartWorker.newBuilder()
            .setJob("J1")
            .setWorker("J1-w1")
            .setMemoryBytes(ASKED)
            .setBag(
                Bag.newBuilder()
                    .addCommand("/bin/true")
                    .setTasks(1)
                    .setImage(Blob.newBuilder().setName("image.tar")))
            .build(),
        "desk",
        "127.0.0.1");
    final WorkerEnded report = ended.poll(60, TimeUnit.SECONDS);
    assertThat(report).isNotNull();
    assertThat(report.getReason()).startsWith("this computer runs no container images");
    assertThat(started).isEmpty();
  }

  @Test
  void noGuestTalksInTheClearWhereItsOwnerRequiresEncryption() throws Exception {
    encrypted = true;
    start();
    final WorkerEnded report = ended.poll(60, TimeUnit.SECONDS);
    assertThat(report).isNotNull();
    assertThat(report.getReason()).startsWith("this computer's owner requires encryption");
    assertThat(started).isEmpty();
  }

  @Test
  void noGuestHasTheNetworkWhereItsOwnerGivesItNone() throws Exception {
    final StartWorker order =
        StartWorker.newBuilder()
            .setJob("J1")
            .setWorker("J1-w1")
            .setMemoryBytes(ASKED)
            .setNetwork(true)
            .build();
    table.start(order, "desk", "127.0.0.1");
    final WorkerEnded report = ended.poll(60, TimeUnit.SECONDS);
    assertThat(report).isNotNull();
    assertThat(report.getReason())
        .isEqualTo("this computer's owner gives guests no network (guest-network)");
    assertThat(report.getNeverReady()).isTrue();
    assertThat(started).isEmpty();
    openNetwork = true;
    hasNetwork = false;
    table.start(order.toBuilder().setWorker("J1-w3").build(), "desk", "127.0.0.1");
    final WorkerEnded without = ended.poll(60, TimeUnit.SECONDS);
    assertThat(without).isNotNull();
    assertThat(without.getReason()).isEqualTo(WorkerTable.WITHOUT_NETWORK);
    hasNetwork = true;
    table.start(order.toBuilder().setWorker("J1-w2").build(), "desk", "127.0.0.1");
    assertThat(started.poll(60, TimeUnit.SECONDS)).isEqualTo("J1-w2");
  }

  @Test
  void aGuestThatTakesMuchMoreMemoryThanItAskedForIsEnded() throws Exception {
    start();
    assertThat(started.poll(60, TimeUnit.SECONDS)).isEqualTo("J1-w1");
    final long tolerated = WorkerJvm.memoryBytes(ASKED) / 4 * 5;
    residentBytes = tolerated;
    table.check();
    assertThat(table.running()).as("a quarter more is tolerated").hasSize(1);
    assertThat(ended).isEmpty();
    residentBytes = tolerated + (1 << 20);
    table.check();
    final WorkerEnded report = ended.poll(60, TimeUnit.SECONDS);
    assertThat(report).isNotNull();
    assertThat(report.getReason()).startsWith("it took ").contains(" of memory, having asked for ");
  }

  private WorkerEnded endedAfterACheck() throws InterruptedException {
    table.check();
    final WorkerEnded report = ended.poll(60, TimeUnit.SECONDS);
    assertThat(report).isNotNull();
    return report;
  }

  private Path own() {
    return folder.resolve("work/J1-w1");
  }

  @Test
  void aGuestThatWritesMoreThanItsOwnerAllowsIsEnded() throws Exception {
    start();
    assertThat(started.poll(60, TimeUnit.SECONDS)).isEqualTo("J1-w1");
    Files.createDirectory(own().resolve("tmp/deep"));
    Files.write(own().resolve("tmp/deep/a"), new byte[DISK_BYTES / 2]);
    Files.write(own().resolve("outputs/b"), new byte[DISK_BYTES / 2]);
    table.check();
    assertThat(table.running()).hasSize(1);
    Files.write(own().resolve("pieces/c"), new byte[1]);
    assertThat(endedAfterACheck().getReason())
        .isEqualTo("it wrote more than the 1.00 MiB that this computer allows");
  }

  @Test
  void aGuestWhoseFilesCannotBeCountedIsEnded() throws Exception {
    start();
    assertThat(started.poll(60, TimeUnit.SECONDS)).isEqualTo("J1-w1");
    // Deeper than a path can say: whoever is root may read every folder.
    final Process maker =
        new ProcessBuilder(
                "/bin/sh",
                "-c",
                "n=0; while [ $n -lt 30 ]; do mkdir $0 && cd -P $0 || exit 1; n=$((n + 1)); done",
                "d".repeat(200))
            .directory(own().resolve("tmp").toFile())
            .start();
    assertThat(maker.waitFor()).isZero();
    assertThat(endedAfterACheck().getReason())
        .isEqualTo("its files cannot be measured: File name too long");
    assertThat(new ProcessBuilder("rm", "-rf", own().resolve("tmp").toString()).start().waitFor())
        .isZero();
  }

  /** None, which may have no network to give either. */
  private final class TestSandbox implements Sandbox {
    @Override
    public GuestSpec confine(GuestSpec spec, GuestNeeds needs, Path material) {
      return spec;
    }

    @Override
    public String describe() {
      return new Sandbox.None("a test").describe();
    }

    @Override
    public boolean confines() {
      return false;
    }

    @Override
    public boolean opensNetwork() {
      return hasNetwork;
    }
  }

  /** No sandbox and no control groups. */
  private final class UnconfinedStarter implements GuestStarter {
    @Override
    public Guest start(GuestSpec spec) {
      return new SizedGuest();
    }

    @Override
    public String priority() {
      return "no priority";
    }

    @Override
    public boolean reap(GuestId id, Duration within) {
      return true;
    }
  }

  private final class SizedGuest implements Guest {
    private final CompletableFuture<Integer> exit = new CompletableFuture<>();
    private final GuestPipes pipes =
        new GuestPipes(
            new SpawnedProcess(
                1,
                new SpawnedProcess.Streams(
                    OutputStream.nullOutputStream(), untilExit(), untilExit()),
                exit,
                () -> exit.complete(137)));

    private InputStream untilExit() {
      return new InputStream() {
        @Override
        public int read() {
          exit.join();
          return -1;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) {
          return read();
        }
      };
    }

    @Override
    public GuestId id() {
      return new GuestId(1, 1, "a boot");
    }

    @Override
    public GuestPipes pipes() {
      return pipes;
    }

    @Override
    public void hold(double cores) {}

    @Override
    public void release() {}

    @Override
    public boolean suspend() {
      return true;
    }

    @Override
    public void resume() {}

    @Override
    public boolean kill(Duration within) {
      exit.complete(137);
      return true;
    }

    @Override
    public long residentBytes() {
      return residentBytes;
    }
  }
}
