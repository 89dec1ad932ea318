package io.lull.agent.worker;

import io.lull.agent.core.settings.Isolation;
import io.lull.agent.fake.FakeWorker;
import io.lull.agent.file.BlobCache;
import io.lull.agent.file.CoordinatorFiles;
import io.lull.agent.network.NetworkBudget;
import io.lull.platform.Platform;
import io.lull.platform.guest.GuestId;
import io.lull.platform.guest.GuestStarter;
import io.lull.platform.guest.Sandbox;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.wire.FromWorker;
import io.lull.protocol.wire.Parameter;
import io.lull.protocol.wire.StartWorker;
import io.lull.protocol.wire.WorkerEnded;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

/** An agent's process with one worker that does not care whether its agent lives. */
final class AgentThatDies {
  private AgentThatDies() {}

  public static void main(String[] arguments) throws Exception {
    final WorkerTable[] table = new WorkerTable[1];
    table[0] =
        table(
            Path.of(arguments[0]),
            new WorkerListener() {
              @Override
              public void started(String worker) {}

              @Override
              public boolean said(FromWorker report) {
                if (report.getReport().hasReady()) {
                  final GuestId id = table[0].processes().iterator().next();
                  System.out.println("worker " + id.pid());
                }
                return true;
              }

              @Override
              public void ended(WorkerEnded ended) {
                System.out.println("ended: " + ended);
              }
            });
    table[0].start(
        StartWorker.newBuilder()
            .setJob("J1")
            .setWorker("J1-w1")
            .setMemoryBytes(160 << 20)
            .addParameters(Parameter.newBuilder().setName("deaf").setValue(""))
            .build(),
        "desk",
        "127.0.0.1");
    new CountDownLatch(1).await();
  }

  static WorkerTable table(Path folder, WorkerListener listener) throws IOException {
    return new WorkerTable(
        new WorkerTools(
            folder.resolve("work"),
            new WorkerJvm(
                Path.of(System.getProperty("java.home")),
                System.getProperty("java.class.path"),
                FakeWorker.class.getName(),
                List.of("-XX:TieredStopAtLevel=1"),
                Optional.empty()),
            new Sandbox.None("a test"),
            guests(),
            new BlobCache(
                folder.resolve("blobs"),
                () -> 1 << 20,
                new CoordinatorFiles(
                    patience -> Optional.empty(), NetworkBudget.unlimited(SystemClock.INSTANCE)),
                SystemClock.INSTANCE),
            NetworkBudget.unlimited(SystemClock.INSTANCE),
            new GuestChannels(
                (_, _, _) -> {
                  throw new IOException("no connections are passed here");
                },
                SystemClock.INSTANCE)),
        folder.resolve("guests"),
        () -> new WorkerLimits(1, 1L << 30, 1L << 30, Isolation.ANY, false, false, Set.of()),
        listener);
  }

  static GuestStarter guests() {
    return Platform.load(
            System.getProperty("os.name"), Map.of(), Platform.Others.NONE, SystemClock.INSTANCE)
        .guests();
  }
}
