package io.lull.coordinator.app;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.coordinator.config.StartException;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.HostPort;
import io.lull.testkit.time.Eventually;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whichever stage of a start fails, nothing of it or of the stages before it stays open. */
class StartStagesTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir Path folder;

  private Path data;
  private Set<Long> before;

  @BeforeEach
  void listThreads() {
    data = folder.resolve("data");
    before = coordinatorThreads();
  }

  /** A lock, a lease or a database that was left open would refuse this start. */
  @AfterEach
  void startsAtOnceAndLeavesNoThread() throws StartException {
    // The database's pool ends its last thread without waiting for it.
    Eventually.await(
        "the threads of the start that failed end",
        PATIENCE,
        () -> before.containsAll(coordinatorThreads()));
    start(Rig.ANY_PORT).close();
  }

  private static Set<Long> coordinatorThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("lull-"))
        .map(Thread::threadId)
        .collect(Collectors.toSet());
  }

  private Coordinator start(HostPort listen) throws StartException {
    return Coordinator.start(
        new CoordinatorOptions(
            data,
            listen,
            CoordinatorOptions.Members.NONE,
            null,
            true,
            CoordinatorOptions.Times.USUAL),
        SystemClock.INSTANCE,
        Monitoring.of(Rig.metrics()));
  }

  @Test
  void inTheStorageStage() throws IOException {
    Files.createDirectories(data);
    final Path planted = Files.createFile(data.resolve("db"));

    assertThatThrownBy(() -> start(Rig.ANY_PORT)).isInstanceOf(StartException.class);

    Files.delete(planted);
  }

  @Test
  void inTheLeadingStage() throws IOException {
    Files.createDirectories(data);
    final Path planted = Files.createFile(data.resolve("files"));

    assertThatThrownBy(() -> start(Rig.ANY_PORT)).isInstanceOf(StartException.class);

    Files.delete(planted);
  }

  @Test
  void inTheServiceStage() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(() -> start(new HostPort("127.0.0.1", taken.getLocalPort())))
          .isInstanceOf(StartException.class)
          .hasMessageContaining("is another program using the port?");
    }
  }
}
