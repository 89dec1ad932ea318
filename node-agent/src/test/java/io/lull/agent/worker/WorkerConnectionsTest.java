package io.lull.agent.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.agent.file.BlobCache;
import io.lull.agent.file.CoordinatorFiles;
import io.lull.agent.network.NetworkBudget;
import io.lull.platform.guest.GuestNeeds;
import io.lull.platform.guest.GuestNetwork;
import io.lull.platform.guest.GuestSpec;
import io.lull.platform.guest.Sandbox;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.wire.Bag;
import io.lull.protocol.wire.StartWorker;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which network a worker has. */
class WorkerConnectionsTest {
  private static final String HOST = "10.0.0.7";
  private static final StartWorker PARALLEL = StartWorker.newBuilder().setWorker("J1-w1").build();
  private static final StartWorker TASKS =
      PARALLEL.toBuilder().setBag(Bag.getDefaultInstance()).build();

  @TempDir Path folder;

  /** Leaves a guest no network but what is passed to it. */
  private record Separate() implements Sandbox {
    @Override
    public GuestSpec confine(GuestSpec spec, GuestNeeds needs) {
      return spec;
    }

    @Override
    public String describe() {
      return "a test";
    }

    @Override
    public boolean confines() {
      return true;
    }

    @Override
    public boolean separatesNetwork() {
      return true;
    }
  }

  /** Of a system whose sockets cannot be passed. */
  private WorkerConnections connections(StartWorker order, Sandbox sandbox) throws IOException {
    final NetworkBudget unlimited = NetworkBudget.unlimited(SystemClock.INSTANCE);
    return new WorkerConnections(
        order,
        new WorkerTools(
            folder,
            new WorkerJvm(folder, "", "", List.of(), Optional.empty()),
            sandbox,
            AgentThatDies.guests(),
            new BlobCache(
                folder.resolve("blobs"),
                () -> 1,
                new CoordinatorFiles(_ -> Optional.empty(), unlimited),
                SystemClock.INSTANCE),
            unlimited,
            (socket, host, _) -> {
              throw new IOException("nothing is passed at " + socket + " for " + host);
            }));
  }

  @Test
  void isThatOfItsJobAloneWhereTheSandboxSeparatesIt() throws IOException {
    try (WorkerConnections worker = connections(PARALLEL, new Separate())) {
      assertThat(worker.network()).isEqualTo(GuestNetwork.PASSED);
      assertThat(worker.socket()).isEqualTo("network");
      assertThat(worker.host(HOST)).isEqualTo(HOST);
      // It does not start with another network instead.
      assertThatThrownBy(() -> worker.open(folder, HOST))
          .isInstanceOf(IOException.class)
          .hasMessage("nothing is passed at " + folder.resolve("network") + " for " + HOST);
    }
  }

  @Test
  void isNoneForTasks() throws IOException {
    try (WorkerConnections worker = connections(TASKS, new Separate())) {
      worker.open(folder, HOST);
      assertThat(worker.network()).isEqualTo(GuestNetwork.NONE);
      assertThat(worker.socket()).isEmpty();
      assertThat(worker.host(HOST)).isEqualTo("127.0.0.1");
    }
  }

  @Test
  void isTheComputersForAJobThatHasAskedForIt() throws IOException {
    for (final StartWorker order : List.of(PARALLEL, TASKS)) {
      try (WorkerConnections worker =
          connections(order.toBuilder().setNetwork(true).build(), new Separate())) {
        worker.open(folder, HOST);
        assertThat(worker.network()).isEqualTo(GuestNetwork.OPEN);
        assertThat(worker.socket()).isEmpty();
      }
    }
  }

  @Test
  void isTheComputersWhereNoSandboxSeparatesIt() throws IOException {
    try (WorkerConnections worker = connections(PARALLEL, new Sandbox.None("a test"))) {
      worker.open(folder, HOST);
      assertThat(worker.network()).isEqualTo(GuestNetwork.OPEN);
      assertThat(worker.socket()).isEmpty();
    }
  }
}
