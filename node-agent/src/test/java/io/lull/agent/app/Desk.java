package io.lull.agent.app;

import io.lull.agent.fake.FakeWorker;
import io.lull.agent.session.FinalRefusal;
import io.lull.agent.settings.SettingsStore;
import io.lull.agent.worker.WorkerJvm;
import io.lull.platform.Platform;
import io.lull.platform.machine.MachineFacts;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.HostPort;
import io.lull.protocol.transport.Identity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** An agent in this process with everything real but its workers' program. */
final class Desk implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /**
   * Compiles quickly, and warns at its start of more memory for new objects than there is in all:
   * what the Java machine says must not get between a worker's reports.
   */
  private static final List<String> JAVA = List.of("-XX:TieredStopAtLevel=1", "-Xmn4g");

  private final NodeAgent agent;
  private final Path script;
  private final CompletableFuture<Optional<FinalRefusal>> running;
  private final CompletableFuture<String> ready = new CompletableFuture<>();

  /**
   * @param settings beside short times
   */
  Desk(Path folder, Identity identity, HostPort coordinator, String settings) throws IOException {
    Files.createDirectories(folder);
    script = folder.resolve("owner.script");
    makeFifo(script);
    final Path config = folder.resolve("agent.conf");
    Files.writeString(
        config,
        "idle-after = 250ms\n"
            + "cpu-threshold = 1.0\n"
            + "busy-disk = 1.0\n"
            + "busy-network = 1.0\n"
            + "cpu-window = 1s\n"
            + settings);
    final Platform platform =
        Platform.load(
            System.getProperty("os.name"), Map.of(), Platform.Others.NONE, SystemClock.INSTANCE);
    agent =
        new NodeAgent(
            new AgentSetup(
                List.of(coordinator),
                folder,
                identity,
                new AgentSetup.Machine(
                    platform, new MachineFacts("Test", "test", 2, 4L << 30), 1.0),
                platform.inputs().open("script:" + script),
                SettingsStore.open(config, folder),
                new WorkerJvm(
                    Path.of(System.getProperty("java.home")),
                    System.getProperty("java.class.path"),
                    FakeWorker.class.getName(),
                    JAVA,
                    Optional.empty())),
            Optional.empty(),
            ready::complete);
    running = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(() -> {
          try {
            running.complete(agent.run());
          } catch (InterruptedException | RuntimeException e) {
            running.completeExceptionally(e);
          }
        });
  }

  /** A line of the owner's script, without its time. */
  void owner(String event) throws IOException {
    Files.writeString(script, "now " + event + "\n");
  }

  String ready() {
    return await(ready);
  }

  Optional<FinalRefusal> ended() {
    return await(running);
  }

  @Override
  public void close() {
    agent.close();
    await(running);
  }

  private static <T> T await(CompletableFuture<T> future) {
    try {
      return future.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      throw new AssertionError(e);
    }
  }

  private static void makeFifo(Path path) throws IOException {
    try {
      if (new ProcessBuilder("mkfifo", path.toString()).start().waitFor() != 0) {
        throw new IOException("mkfifo failed");
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
