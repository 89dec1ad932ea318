package io.lull.bench.fleet;

import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.lull.agent.network.EventLoop;
import io.lull.agent.session.ChannelFactory;
import io.lull.agent.session.CoordinatorLink;
import io.lull.agent.session.Fence;
import io.lull.coordinator.enrolment.Authority;
import io.lull.protocol.model.Role;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.Credentials;
import io.lull.protocol.transport.HostPort;
import io.lull.protocol.transport.Identity;
import io.lull.protocol.transport.Peer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Simulated nodes, each with a certificate and a connection of its own, on one thread for all
 * connections. The certificates are made with the coordinator's own authority, and the connections
 * come from several addresses of this machine, since a coordinator bounds what comes from one.
 */
public final class Fleet implements AutoCloseable {
  /** So few that a coordinator lets an address open so many connections in a row. */
  private static final int NODES_OF_ADDRESS = 300;

  /** At a time, as many as a coordinator greets while they have not shown who they are. */
  private static final int GREETED_AT_ONCE = 32;

  private static final Duration ACCEPTED_WITHIN = Duration.ofSeconds(60);

  private final List<SimulatedNode> nodes = new ArrayList<>();
  private final EventLoop loop = EventLoop.start("fleet");

  private Fleet() {}

  /**
   * @param authority the folder of the grid's authority
   * @param folder for what nodes keep
   */
  public static Fleet of(
      int count, Path authority, List<HostPort> coordinators, Path folder, Hearing hearing)
      throws IOException, GeneralSecurityException {
    final Fleet fleet = new Fleet();
    final SecureRandom random = new SecureRandom();
    final Authority signer = Authority.open(authority, SystemClock.INSTANCE, random);
    final KeyPairGenerator keys = KeyPairGenerator.getInstance("EC");
    keys.initialize(new ECGenParameterSpec("secp256r1"), random);
    final Fence fence = Fence.in(Files.createDirectories(folder.resolve("fleet")));
    for (int n = 0; n < count; n++) {
      final String name = name(n);
      final KeyPair pair = keys.generateKeyPair();
      final Identity identity =
          new Identity(
              pair.getPrivate(),
              signer.enrolled(name, Role.NODE, pair.getPublic()),
              signer.certificate());
      final ChannelFactory dialler =
          fleet.dialler(identity, "127.0.0." + (1 + n / NODES_OF_ADDRESS));
      final String incarnation = name + "-" + Long.toHexString(random.nextLong());
      fleet.nodes.add(
          new SimulatedNode(
              name,
              hearing,
              node ->
                  new CoordinatorLink(
                      new CoordinatorLink.Setup(
                          coordinators,
                          incarnation,
                          dialler,
                          fence,
                          SystemClock.INSTANCE,
                          new Random(random.nextLong())),
                      node,
                      node::now)));
    }
    return fleet;
  }

  /** Of each, from 0. */
  public static String name(int index) {
    return "node" + index;
  }

  /** As the agent dials, from this address. */
  private ChannelFactory dialler(Identity identity, String source) {
    return coordinator ->
        ((NettyChannelBuilder)
                loop.dial(coordinator, Credentials.client(identity, Peer.COORDINATOR)))
            .localSocketPicker(
                new NettyChannelBuilder.LocalSocketPicker() {
                  @Override
                  public InetSocketAddress createSocketAddress(
                      java.net.SocketAddress remote, io.grpc.Attributes attributes) {
                    return new InetSocketAddress(source, 0);
                  }
                })
            .overrideAuthority(Credentials.SERVER_NAME)
            .maxInboundMessageSize(ChannelFactory.MAX_ORDER_BYTES)
            .directExecutor()
            .build();
  }

  List<SimulatedNode> nodes() {
    return List.copyOf(nodes);
  }

  SimulatedNode node(int index) {
    return nodes.get(index);
  }

  /** Returns when a coordinator has taken all of them. */
  public void connect() throws IOException, InterruptedException {
    final Semaphore greeted = new Semaphore(GREETED_AT_ONCE);
    final List<CompletableFuture<Void>> taken = new ArrayList<>();
    for (final SimulatedNode node : nodes) {
      take(greeted, 1);
      taken.add(node.start().whenComplete((_, _) -> greeted.release()));
    }
    take(greeted, GREETED_AT_ONCE);
    taken.forEach(CompletableFuture::join);
  }

  private static void take(Semaphore greeted, int count) throws IOException, InterruptedException {
    if (!greeted.tryAcquire(count, ACCEPTED_WITHIN.toSeconds(), TimeUnit.SECONDS)) {
      throw new IOException(
          "the coordinator took no further node within " + ACCEPTED_WITHIN.toSeconds() + " s");
    }
  }

  /** How often any of them lost its connection. */
  int losses() {
    return nodes.stream().mapToInt(SimulatedNode::losses).sum();
  }

  @Override
  public void close() {
    nodes.forEach(SimulatedNode::close);
    try {
      for (final SimulatedNode node : nodes) {
        node.awaitEnd();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    loop.close();
  }
}
