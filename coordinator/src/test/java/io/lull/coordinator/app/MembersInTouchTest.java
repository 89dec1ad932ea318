package io.lull.coordinator.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Grpc;
import io.lull.coordinator.config.StartException;
import io.lull.coordinator.metrics.CoordinatorMetrics;
import io.lull.coordinator.metrics.Health;
import io.lull.coordinator.tunnel.TunnelGrid;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.Credentials;
import io.lull.protocol.transport.EnrolmentClient;
import io.lull.protocol.transport.EnrolmentToken;
import io.lull.protocol.transport.HostPort;
import io.lull.protocol.transport.Identity;
import io.lull.protocol.transport.Peer;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.CreateTokenRequest;
import io.lull.protocol.wire.ListNodesRequest;
import io.lull.protocol.wire.NodeView;
import io.lull.testkit.net.ReservedPorts;
import io.lull.testkit.postgres.OwnPostgres;
import io.lull.testkit.time.Eventually;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Two coordinators of one store that know of each other. */
class MembersInTouchTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @RegisterExtension static final OwnPostgres postgres = new OwnPostgres();

  @TempDir private Path folder;
  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private final AtomicBoolean waiting = new AtomicBoolean(true);
  private final List<List<String>> told = new CopyOnWriteArrayList<>();
  private final CoordinatorMetrics firsts = Rig.metrics();
  private final CoordinatorMetrics seconds = Rig.metrics();
  private List<HostPort> links = List.of();
  private String store = "";

  @BeforeEach
  void start() throws Exception {
    store = postgres.newDatabase();
    final ReservedPorts reserved = ReservedPorts.open(2);
    open.push(reserved);
    links = TunnelGrid.addresses(reserved);
  }

  @AfterEach
  void stop() throws Exception {
    waiting.set(false);
    while (!open.isEmpty()) {
      open.pop().close();
    }
  }

  private CoordinatorOptions options(int m) {
    return new CoordinatorOptions(
        folder.resolve("member" + m),
        Rig.ANY_PORT,
        new CoordinatorOptions.Members(List.of(links.get(1 - m)), links.get(m)),
        store,
        true,
        CoordinatorOptions.Times.USUAL);
  }

  private CompletableFuture<Optional<Coordinator>> member(int m, CoordinatorMetrics metrics) {
    final CompletableFuture<Optional<Coordinator>> leads = new CompletableFuture<>();
    Thread.ofPlatform()
        .start(() -> {
          try {
            leads.complete(
                Coordinator.await(
                    options(m),
                    SystemClock.INSTANCE,
                    Monitoring.of(metrics),
                    new Standby() {
                      @Override
                      public boolean waitsOn(String leader) {
                        return waiting.get();
                      }

                      @Override
                      public void inTouchWith(List<String> others) {
                        told.add(others);
                      }
                    }));
          } catch (StartException | RuntimeException e) {
            leads.completeExceptionally(e);
          }
        });
    open.push(() -> {
      final Optional<Coordinator> started = leads.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      if (started.isPresent()) {
        started.get().close();
      }
    });
    return leads;
  }

  private static Coordinator leading(CompletableFuture<Optional<Coordinator>> member)
      throws Exception {
    return member.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).orElseThrow();
  }

  private io.grpc.ManagedChannel channel(Coordinator coordinator, Identity identity) {
    final io.grpc.ManagedChannel channel =
        Grpc.newChannelBuilderForAddress(
                "127.0.0.1",
                coordinator.address().port(),
                Credentials.client(identity, Peer.COORDINATOR))
            .overrideAuthority(Credentials.SERVER_NAME)
            .build();
    open.push(channel::shutdownNow);
    return channel;
  }

  private static Identity enrol(Coordinator coordinator, String token, String name)
      throws Exception {
    return EnrolmentClient.enrol(
            List.of(coordinator.address()), EnrolmentToken.parse(token), name, PATIENCE)
        .identity();
  }

  @Test
  void aNewLeaderShowsNodesAsTheyWereBeforeTheirAgentsHaveCome() throws Exception {
    final Coordinator first = leading(member(0, firsts));
    final Identity admin =
        enrol(first, Files.readString(folder.resolve("member0/admin.token")), "root");
    final CompletableFuture<Optional<Coordinator>> second = member(1, seconds);
    Eventually.await(
        "the second says who it is in touch with",
        PATIENCE,
        () -> told.contains(List.of(links.getFirst().toString())));
    assertThat(seconds.ready())
        .returns(true, Health::well)
        .returns("standing by", Health::state)
        .extracting(Health::reason)
        .asString()
        .endsWith("2 members are in touch");

    final String token =
        Rig.grid(channel(first, admin))
            .createToken(CreateTokenRequest.newBuilder().setRole("node").build())
            .getToken();
    final FakeAgent agent =
        FakeAgent.connect(channel(first, enrol(first, token, "ws1")), "run-1", List.of());
    agent.awaits("Accepted", AgentOrder::hasAccepted);
    Eventually.await(
        "the second has a copy of the node's record and knows what it said",
        PATIENCE,
        () -> seconds.members().records() >= 1 && seconds.members().nodes() == 1);
    first.close();

    final Coordinator other = leading(second);
    final NodeView node =
        Rig.grid(channel(other, admin))
            .listNodes(ListNodesRequest.getDefaultInstance())
            .getNodes(0);
    assertThat(node.getState()).isEqualTo("available");
    assertThat(node.getReason()).contains("not heard from since the coordinator changed");
    Eventually.await(
        "it sees that it is alone", PATIENCE, () -> !seconds.ready().reason().contains("touch"));
  }

  @Test
  void aPortThatWasAskedForAndIsTakenIsRefusedInOneLine() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      links = List.of(new HostPort("127.0.0.1", taken.getLocalPort()), links.get(1));
      assertThatThrownBy(() ->
              Coordinator.await(
                  options(0), SystemClock.INSTANCE, Monitoring.of(firsts), _ -> false))
          .isInstanceOf(StartException.class)
          .hasMessageStartingWith("cannot listen for other members on " + links.getFirst())
          .hasMessageEndingWith("give another --member-listen HOST:PORT");
    }
  }

  @Test
  void theUsualPortThatIsTakenIsDoneWithout() throws Exception {
    final CoordinatorOptions told = options(0);
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      final HostPort listen =
          new HostPort(
              "127.0.0.1", taken.getLocalPort() - CoordinatorOptions.Members.PORT_DISTANCE);
      try (ClusterMembership membership =
          ClusterMembership.open(
              new CoordinatorOptions(
                  told.data(),
                  listen,
                  new CoordinatorOptions.Members(told.members().others(), null),
                  told.store(),
                  true,
                  told.times()),
              SystemClock.INSTANCE,
              new java.security.SecureRandom(),
              firsts.members())) {
        assertThat(membership.address().port()).isPositive().isNotEqualTo(taken.getLocalPort());
      }
    }
  }
}
