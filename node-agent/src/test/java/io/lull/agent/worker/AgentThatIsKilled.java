package io.lull.agent.worker;

import io.lull.agent.core.settings.Isolation;
import io.lull.agent.file.BlobCache;
import io.lull.agent.file.CoordinatorFiles;
import io.lull.agent.network.EventLoop;
import io.lull.agent.network.NetworkBudget;
import io.lull.agent.network.SocketBroker;
import io.lull.platform.guest.GuestStarter;
import io.lull.platform.guest.Sandbox;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.wire.FromWorker;
import io.lull.protocol.wire.StartWorker;
import io.lull.protocol.wire.WorkerEnded;
import io.lull.testkit.time.Eventually;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

/**
 * An agent's process with a worker that computes without end, in children too. Arguments: the
 * folder, in which {@code jdk/bin/java} stands in for Java; whether there is a sandbox; whether the
 * worker is suspended.
 */
final class AgentThatIsKilled {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private AgentThatIsKilled() {}

  public static void main(String[] arguments) throws Exception {
    final boolean sandbox = Boolean.parseBoolean(arguments[1]);
    final WorkerTable table = table(Path.of(arguments[0]), sandbox);
    System.out.println("begins");
    table.start(
        StartWorker.newBuilder().setJob("J1").setWorker("J1-w1").setMemoryBytes(160 << 20).build(),
        "desk",
        "127.0.0.1");
    if (Boolean.parseBoolean(arguments[2])) {
      Eventually.await("a guest", PATIENCE, () -> !table.processes().isEmpty());
      table.suspend("J1-w1");
      System.out.println("suspended");
    }
    new CountDownLatch(1).await();
  }

  static WorkerTable table(Path folder, boolean sandbox) throws IOException {
    final GuestStarter starter = AgentThatDies.guests();
    return new WorkerTable(
        new WorkerTools(
            folder.resolve("work"),
            new WorkerJvm(folder.resolve("jdk"), "none.jar", "None", List.of(), Optional.empty()),
            sandbox ? starter.sandbox() : new Sandbox.None("a test"),
            starter,
            new BlobCache(
                folder.resolve("blobs"),
                () -> 1 << 20,
                new CoordinatorFiles(
                    patience -> Optional.empty(), NetworkBudget.unlimited(SystemClock.INSTANCE)),
                SystemClock.INSTANCE),
            NetworkBudget.unlimited(SystemClock.INSTANCE),
            new GuestChannels(
                SocketBroker.on(EventLoop.start("connections"), SystemClock.INSTANCE),
                SystemClock.INSTANCE)),
        folder.resolve("guests"),
        () -> new WorkerLimits(1, 1L << 30, 1L << 30, Isolation.ANY, false, false, Set.of()),
        new Deaf());
  }

  private static final class Deaf implements WorkerListener {
    @Override
    public void started(String worker) {}

    @Override
    public boolean said(FromWorker report) {
      return true;
    }

    @Override
    public void ended(WorkerEnded ended) {}
  }
}
