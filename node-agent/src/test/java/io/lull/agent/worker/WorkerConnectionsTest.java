package io.lull.agent.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.agent.file.BlobCache;
import io.lull.agent.file.CoordinatorFiles;
import io.lull.agent.network.EventLoop;
import io.lull.agent.network.NetworkBudget;
import io.lull.agent.network.SocketBroker;
import io.lull.platform.guest.GuestNeeds;
import io.lull.platform.guest.GuestNetwork;
import io.lull.platform.guest.GuestSpec;
import io.lull.platform.guest.Sandbox;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.Frames;
import io.lull.protocol.wire.Bag;
import io.lull.protocol.wire.ListenSocket;
import io.lull.protocol.wire.Progress;
import io.lull.protocol.wire.Ready;
import io.lull.protocol.wire.SocketRequest;
import io.lull.protocol.wire.StartWorker;
import io.lull.protocol.wire.WorkerReport;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
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
    public GuestSpec confine(GuestSpec spec, GuestNeeds needs, Path material) {
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
    return connections(
        order,
        sandbox,
        (socket, host, _) -> {
          throw new IOException("nothing is passed at " + socket + " for " + host);
        });
  }

  private WorkerConnections connections(
      StartWorker order, Sandbox sandbox, SocketBroker.Opener opener) throws IOException {
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
            new GuestChannels(opener, SystemClock.INSTANCE)));
  }

  /** Else a worker would have those of its peers call whatever it likes. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void areWhereTheAgentKnowsThatTheWorkerListensWhateverItSays() throws IOException {
    try (EventLoop loop = EventLoop.start("test");
        WorkerConnections worker =
            connections(PARALLEL, new Separate(), SocketBroker.on(loop, SystemClock.INSTANCE))) {
      worker.open(folder, "127.0.0.1");
      final WorkerReport lie =
          WorkerReport.newBuilder()
              .setReady(Ready.newBuilder().setHost("10.9.9.9").setPort(8080).setSlots(3))
              .build();
      assertThatThrownBy(() -> worker.verified(lie)).hasMessageContaining("listens nowhere");
      listen(folder.resolve(worker.socket()));
      final Ready known = worker.verified(lie).getReady();
      assertThat(known.getHost()).isEqualTo("127.0.0.1");
      assertThat(known.getPort()).isNotEqualTo(8080).isGreaterThan(1023);
      assertThat(known.getSlots()).isEqualTo(3);
    }
    final WorkerReport progress =
        WorkerReport.newBuilder().setProgress(Progress.getDefaultInstance()).build();
    try (WorkerConnections worker = connections(TASKS, new Separate())) {
      assertThat(worker.verified(progress)).isEqualTo(progress);
    }
  }

  private static void listen(Path socket) throws IOException {
    try (SocketChannel worker = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
      final ByteArrayOutputStream request = new ByteArrayOutputStream();
      Frames.write(
          request, SocketRequest.newBuilder().setListen(ListenSocket.getDefaultInstance()).build());
      worker.write(ByteBuffer.wrap(request.toByteArray()));
      assertThat(worker.read(ByteBuffer.allocate(1))).isEqualTo(1);
    }
  }

  @Test
  void isThatOfItsJobAloneWhereTheSandboxSeparatesIt() throws IOException {
    try (WorkerConnections worker = connections(PARALLEL, new Separate())) {
      assertThat(worker.network()).isEqualTo(GuestNetwork.PASSED);
      assertThat(worker.socket()).isEqualTo("network");
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
      assertThat(worker.host()).isEqualTo("127.0.0.1");
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
