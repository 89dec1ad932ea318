package io.lull.coordinator.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.hazelcast.spi.exception.DistributedObjectDestroyedException;
import io.lull.coordinator.core.store.RecordMaps.Kind;
import io.lull.coordinator.core.store.Sessions;
import io.lull.coordinator.tunnel.MemberId;
import io.lull.coordinator.tunnel.MemberIdentity;
import io.lull.coordinator.tunnel.Tunnel;
import io.lull.coordinator.tunnel.TunnelGrid;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.HostPort;
import io.lull.protocol.wire.NodeStatus;
import io.lull.testkit.net.ReservedPorts;
import io.lull.testkit.process.ListeningSockets;
import io.lull.testkit.process.ListeningSockets.Listening;
import io.lull.testkit.time.Eventually;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three members, in one process, through the tunnel. */
class ClusterTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int MEMBERS = 3;

  @TempDir private Path folder;
  private TunnelGrid grid;
  private List<HostPort> addresses = List.of();
  private @Nullable ReservedPorts reserved;
  private final List<Part> parts = new ArrayList<>();

  /** One member. */
  private static final class Part implements Cluster.Listener, AutoCloseable {
    private final Tunnel tunnel;
    private final AtomicInteger lost = new AtomicInteger();
    private volatile Set<MemberId> known = Set.of();
    private volatile @Nullable Cluster cluster;

    Part(Tunnel tunnel, MemberIdentity shown) throws InterruptedException {
      this.tunnel = tunnel;
      final CountDownLatch asked = new CountDownLatch(1);
      tunnel.meet(
          shown,
          others -> {
            known = others;
            final Cluster joined = cluster;
            if (joined != null) {
              joined.know(others);
            }
            asked.countDown();
          });
      assertThat(asked.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
      cluster = Cluster.join("lull-test", shown.self(), known, tunnel, this);
    }

    Cluster cluster() {
      return java.util.Objects.requireNonNull(cluster);
    }

    @Override
    public void grew() {}

    @Override
    public void shrank() {
      lost.incrementAndGet();
    }

    @Override
    public void close() throws IOException {
      cluster().close();
      tunnel.close();
    }
  }

  @BeforeEach
  void start() throws Exception {
    grid = new TunnelGrid(folder, SystemClock.INSTANCE);
    final ReservedPorts ports = ReservedPorts.open(MEMBERS);
    reserved = ports;
    addresses = TunnelGrid.addresses(ports);
    for (int i = 0; i < MEMBERS; i++) {
      parts.add(part(i));
    }
    Eventually.await(
        "all see all",
        PATIENCE,
        () -> parts.stream().allMatch(part -> part.cluster().members().size() == MEMBERS));
  }

  private Part part(int i) throws Exception {
    return new Part(
        Tunnel.open(addresses.get(i), TunnelGrid.others(addresses, i), SystemClock.INSTANCE),
        grid.member());
  }

  @AfterEach
  void stop() throws IOException {
    for (final Part part : parts) {
      part.close();
    }
    if (reserved != null) {
      reserved.close();
    }
  }

  private Replication leads(int i, long fence) {
    return Replication.start(fence, () -> Optional.of(parts.get(i).cluster()));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static NodeStatus status(String state) {
    return NodeStatus.newBuilder().setState(state).build();
  }

  @Test
  void whatALeaderHadCopiedSurvivesIt() throws Exception {
    final Map<String, byte[]> jobs = new ConcurrentHashMap<>();
    try (Replication replication = leads(0, 7)) {
      final MapReplica copy = replication.of(Kind.JOB, jobs);
      for (int i = 0; i < 200; i++) {
        jobs.put("J" + i, bytes("job " + i));
        copy.changed(List.of("J" + i));
      }
      final Sessions sessions = replication.sessions();
      sessions.said("ws1", status("available"));
      sessions.said("ws2", status("owner"));
      sessions.gone("ws2");
      Eventually.await(
          "the others have copies",
          PATIENCE,
          () ->
              parts.get(1).cluster().records(7).size() == 200
                  && parts.get(1).cluster().sessionsBefore(8).keySet().equals(Set.of("ws1"))
                  && parts.get(2).cluster().sessionsBefore(8).keySet().equals(Set.of("ws1")));
    }
    parts.get(0).close();
    Eventually.await(
        "the others notice",
        PATIENCE,
        () -> parts.get(1).lost.get() == 1 && parts.get(2).lost.get() == 1);

    for (final int i : List.of(1, 2)) {
      assertThat(parts.get(i).cluster().records(7).size()).isEqualTo(200);
      assertThat(parts.get(i).cluster().records(7).get("job/J150")).isEqualTo(bytes("job 150"));
    }
    try (Replication next = leads(1, 8)) {
      next.of(Kind.JOB, jobs);
      Eventually.await(
          "the new leader drops what the one before had copied",
          PATIENCE,
          () -> parts.get(1).cluster().sessionsBefore(8).isEmpty());
      assertThat(next.sessions().former()).isEqualTo(Map.of("ws1", status("available")));
    }
  }

  /** Looking at what a newer leader throws away at that moment fails. */
  private static boolean thrownAwayOr(BooleanSupplier look, boolean thrownAway) {
    try {
      return look.getAsBoolean();
    } catch (DistributedObjectDestroyedException e) {
      return thrownAway;
    }
  }

  @Test
  void aFormerLeaderThatWakesChangesNothing() throws Exception {
    final Map<String, byte[]> old = new ConcurrentHashMap<>(Map.of("J1", bytes("old")));
    final Map<String, byte[]> newer = new ConcurrentHashMap<>(Map.of("J1", bytes("new")));
    final Replication former = leads(0, 7);
    try (Replication leader = leads(1, 8)) {
      final MapReplica stale = former.of(Kind.JOB, old);
      leader.of(Kind.JOB, newer).changed(List.of("J1"));
      Eventually.await(
          "the leader's copy is there",
          PATIENCE,
          () -> parts.get(2).cluster().records(8).containsKey("job/J1"));

      stale.changedWhole();
      Eventually.await(
          "the stale one has written",
          PATIENCE,
          () -> {
            // Said again each time: the leader may have thrown it away before it was looked for.
            former.sessions().said("ws9", status("available"));
            return thrownAwayOr(() -> parts.get(0).cluster().sessions(7).containsKey("ws9"), false);
          });

      assertThat(parts.get(2).cluster().records(8).get("job/J1")).isEqualTo(bytes("new"));
      former.close();
      Eventually.await(
          "what it wrote is nowhere",
          PATIENCE,
          () ->
              parts.stream()
                  .allMatch(part ->
                      thrownAwayOr(() -> part.cluster().records(7).isEmpty(), true)
                          && part.cluster().sessionsBefore(8).isEmpty()));
      assertThat(parts.get(2).cluster().records(8).get("job/J1")).isEqualTo(bytes("new"));
    } finally {
      former.close();
    }
  }

  @Test
  void whoStartsAgainJoinsAgain() throws Exception {
    parts.get(2).close();
    Eventually.await(
        "the others notice", PATIENCE, () -> parts.get(0).cluster().members().size() == 2);
    parts.set(2, part(2));
    Eventually.await(
        "all see all",
        PATIENCE,
        () -> parts.stream().allMatch(part -> part.cluster().members().size() == MEMBERS));
  }

  @Test
  void nothingListensForOtherMachinesAndOtherProgramsAreTurnedAway() throws Exception {
    assumeTrue(ListeningSockets.known(), "this system does not tell who listens where");
    final Set<Listening> listening = ListeningSockets.of(ProcessHandle.current().pid());
    final List<Integer> tunnels = addresses.stream().map(HostPort::port).toList();
    assertThat(listening).extracting(Listening::port).containsAll(tunnels);
    assertThat(listening).noneMatch(Listening::reachable);
    for (final Listening each : listening) {
      if (tunnels.contains(each.port())) {
        continue;
      }
      try (Socket intruder = new Socket()) {
        intruder.setSoTimeout((int) PATIENCE.toMillis());
        intruder.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), each.port()));
        intruder.getOutputStream().write(bytes("HZC"));
        assertThat(intruder.getInputStream().readAllBytes()).isEmpty();
      } catch (java.net.SocketException e) {
        assertThat(e).as("a reset is as good").isNotNull();
      }
    }
    assertThat(parts.get(0).cluster().members()).hasSize(MEMBERS);
  }
}
