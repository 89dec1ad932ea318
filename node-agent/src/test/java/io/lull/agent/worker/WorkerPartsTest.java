package io.lull.agent.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.limits.Rate;
import io.lull.platform.guest.PathFolder;
import io.lull.protocol.model.LogEnd;
import io.lull.protocol.time.SystemClock;
import io.lull.testkit.time.VirtualClock;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class WorkerPartsTest {
  private static final GuestPace AT_ONCE =
      new GuestPace(new Rate(1, 1), SystemClock.INSTANCE, _ -> {});

  @Test
  void aGuestThatWritesLineAfterLineIsReadOnlySoOften(@TempDir Path folder) throws Exception {
    final VirtualClock clock = new VirtualClock();
    final AtomicLong waited = new AtomicLong();
    final WorkerLog log =
        new WorkerLog(
            folder.resolve("log.txt"),
            new GuestPace(
                new Rate(8, 100),
                clock,
                nanos -> {
                  waited.addAndGet(nanos);
                  clock.advance(Duration.ofNanos(nanos));
                }));
    log.open();
    final byte[] lines = "a line\n".repeat(1_000).getBytes(StandardCharsets.UTF_8);
    log.copy(new InParts(lines, 7));
    assertThat(Duration.ofNanos(waited.get()))
        .as("a thousand lines and the end, a hundred reads a second, eight at once")
        .isCloseTo(Duration.ofMillis(9_930), Duration.ofMillis(20));
    assertThat(Files.readAllBytes(folder.resolve("log.txt"))).isEqualTo(lines);
  }

  @Test
  void theLogEndsAtItsLimitAndItsTailGoesOn(@TempDir Path folder) throws Exception {
    final WorkerLog log = new WorkerLog(folder.resolve("log.txt"), 10, AT_ONCE);
    log.open();
    log.copy(new ByteArrayInputStream("0123456789abc".getBytes(StandardCharsets.UTF_8)));
    assertThat(folder.resolve("log.txt"))
        .hasContent("0123456789\nThe log ends here: it is longer than 10 bytes.\n");
    assertThat(log.tail()).isEqualTo("0123456789abc");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "WARNING: Using incubator modules: jdk.incubator.vector/hello/|hello/",
        "WARNING: Using incubator modules: jdk.incubator.vector/|''",
        "WARNING: Using inc|WARNING: Using inc",
        "WARNING: low on ink/|WARNING: low on ink/",
        "hello/WARNING: Using incubator modules: jdk.incubator.vector/|"
            + "hello/WARNING: Using incubator modules: jdk.incubator.vector/",
        "''|''"
      })
  void whatJavaSaysOfItsModulesIsLeftOut(String said, String kept, @TempDir Path folder)
      throws Exception {
    for (final int atOnce : new int[] {1, 7, 4096}) {
      final Path file = folder.resolve("log-" + atOnce);
      final WorkerLog log = new WorkerLog(file, AT_ONCE);
      log.open();
      log.copy(new InParts(said.replace('/', '\n').getBytes(StandardCharsets.UTF_8), atOnce));
      assertThat(log.tail()).isEqualTo(kept.replace('/', '\n'));
      assertThat(Files.readString(file)).isEqualTo(kept.replace('/', '\n'));
    }
  }

  /** Comes in parts, as a pipe does. */
  private static final class InParts extends ByteArrayInputStream {
    private final int atOnce;

    InParts(byte[] bytes, int atOnce) {
      super(bytes);
      this.atOnce = atOnce;
    }

    @Override
    public synchronized int read(byte[] into, int from, int length) {
      return super.read(into, from, Math.min(length, atOnce));
    }
  }

  @Test
  void theTailIsWholeLines(@TempDir Path folder) throws Exception {
    final WorkerLog log = new WorkerLog(folder.resolve("log.txt"), AT_ONCE);
    log.open();
    final String line = "x".repeat(100) + "\n";
    log.copy(new ByteArrayInputStream(line.repeat(100).getBytes(StandardCharsets.UTF_8)));
    assertThat(log.tail()).isEqualTo(line.repeat(LogEnd.MAX_BYTES / line.length()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "\n\n"})
  void ofALineThatIsTooLongForTheTailItsEndIsThere(String end, @TempDir Path folder)
      throws Exception {
    final WorkerLog log = new WorkerLog(folder.resolve("log.txt"), AT_ONCE);
    log.open();
    final String line = "a line before\n" + "x".repeat(LogEnd.MAX_BYTES) + "the end" + end;
    log.copy(new ByteArrayInputStream(line.getBytes(StandardCharsets.UTF_8)));
    assertThat(log.tail())
        .hasSize(LogEnd.MAX_BYTES)
        .startsWith(LogEnd.CUT + "xxx")
        .endsWith("xxxthe end" + end);
  }

  @Test
  void aLogIsNeverWrittenThroughALink(@TempDir Path folder) throws Exception {
    final Path victim = Files.writeString(folder.resolve("victim"), "untouched");
    Files.createSymbolicLink(folder.resolve("log.txt"), victim);
    assertThatThrownBy(() -> new WorkerLog(folder.resolve("log.txt"), AT_ONCE).open())
        .isInstanceOf(java.nio.file.FileAlreadyExistsException.class);
    assertThat(victim).hasContent("untouched");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0||it ended by itself",
        "3|Terminating due to java.lang.OutOfMemoryError: Java heap space|its program needs more"
            + " memory than the 256 MiB that the job asks for: give it more (--memory)",
        "3|bye|its program ended the process with exit code 3",
        "7||its program ended the process with exit code 7",
        "137||signal 9 ended it"
      })
  void whyAWorkerEndedIsSaidInOneSentence(int exitCode, @Nullable String log, String words) {
    assertThat(exit(exitCode, log == null ? "" : log, false).words("")).isEqualTo(words);
  }

  private static WorkerExit exit(int exitCode, String log, boolean tookTooMuchMemory) {
    return new WorkerExit(exitCode, 256 << 20, log, tookTooMuchMemory);
  }

  @Test
  void whatEndedAWorkerFromOutsideIsNotItsProgram() {
    for (final int own : new int[] {0, 1, 3, 42, 128, 134, 135, 139}) {
      assertThat(exit(own, "", false).byProgram()).as("exit code %d", own).isTrue();
    }
    for (final int outside : new int[] {-1, 129, 130, 137, 143}) {
      assertThat(exit(outside, "", false).byProgram()).as("exit code %d", outside).isFalse();
    }
    assertThat(exit(137, "", true).byProgram()).isTrue();
    assertThat(exit(137, "", true).words(""))
        .isEqualTo("it took more memory than it asked for, 256 MiB");
    assertThat(exit(-1, "", false).words("no such file"))
        .isEqualTo("it could not be started: no such file");
  }

  @Test
  void anIdThatIsAPathIsRefused() {
    for (final String bad : List.of("", "..", "a/b", "/etc", ".hidden", "a".repeat(65))) {
      assertThatThrownBy(() -> WorkerFolder.checkedId(bad))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(WorkerFolder.checkedId("J12-w3")).isEqualTo("J12-w3");
  }

  @Test
  void theHeapIsWhatTheProcessAndItsBuffersDoNotNeed() {
    assertThat(WorkerJvm.shares(512L << 20, 1L << 30))
        .isEqualTo(new WorkerJvm.Shares(392L << 20, 56L << 20));
    assertThat(WorkerJvm.shares(128L << 20, 1L << 30))
        .isEqualTo(new WorkerJvm.Shares(32L << 20, 32L << 20));
    // No more buffers than are of use, however much memory there is.
    assertThat(WorkerJvm.shares(64L << 30, 64L << 30).bufferBytes()).isEqualTo(160L << 20);
    assertThat(WorkerJvm.memoryBytes(0)).isEqualTo(WorkerJvm.DEFAULT_MEMORY_BYTES);
  }

  @Test
  void heapCellsAndBuffersLeaveRoomForTheRestOfTheProcess() {
    for (long memory = 128L << 20; memory <= 64L << 30; memory += 37L << 20) {
      final WorkerJvm.Shares shares = WorkerJvm.shares(memory, memory);
      assertThat(memory - shares.heapBytes() - shares.bufferBytes()).isEqualTo(64L << 20);
    }
  }

  @Test
  void theCommandHasTheProgramAfterLullsOwnClasses() {
    final WorkerJvm jvm =
        new WorkerJvm(
            Path.of("/jdk"),
            "/lib/a.jar",
            "Main",
            List.of("-Xshare"),
            Optional.of(Path.of("/lib/worker.jsa")));
    final WorkerFolder folder = new WorkerFolder(Path.of("/guest/J1-w1"), PathFolder::open);
    assertThat(
            jvm.command(
                new WorkerJvm.Shares(416L << 20, 48L << 20),
                2,
                folder,
                Optional.of(folder.program())))
        .startsWith("/jdk/bin/java", "-XX:+DisplayVMOutputToStderr", "-Xlog:disable")
        .contains(
            "-Xmx416m",
            "-XX:MaxDirectMemorySize=48m",
            "-XX:ActiveProcessorCount=2",
            "-Djava.io.tmpdir=/guest/J1-w1/tmp",
            "-Xshare",
            "-XX:SharedArchiveFile=/lib/worker.jsa")
        .endsWith("-cp", "/lib/a.jar:/guest/J1-w1/program.jar", "Main");
    assertThat(jvm.readable())
        .containsExactly(Path.of("/jdk"), Path.of("/lib/a.jar"), Path.of("/lib/worker.jsa"));
  }
}
