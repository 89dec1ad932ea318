package io.lull.coordinator.app;

import io.lull.coordinator.config.StartException;
import io.lull.coordinator.core.store.StoreException;
import io.lull.coordinator.enrolment.Authority;
import io.lull.coordinator.hazelcast.Cluster;
import io.lull.coordinator.hazelcast.Replication;
import io.lull.coordinator.metrics.MemberMetrics;
import io.lull.coordinator.tunnel.MemberId;
import io.lull.coordinator.tunnel.MemberIdentity;
import io.lull.coordinator.tunnel.Tunnel;
import io.lull.protocol.time.Clock;
import io.lull.protocol.transport.HostPort;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * That this coordinator is one of several: its end of the tunnel from the start, the cluster as
 * soon as there is an authority. Nothing that leads or waits to lead waits for any of it.
 */
final class ClusterMembership implements Cluster.Listener, MemberMetrics.Link, AutoCloseable {
  private static final Duration JOIN_RETRY = Duration.ofSeconds(5);

  /** Another was lost: the lease may run out at any moment of this time. */
  private static final Duration VACANCY = Duration.ofSeconds(4);

  /** How often the lease is tried meanwhile. */
  private static final Duration VACANCY_RETRY = Duration.ofMillis(50);

  private static final int NAME_BYTES = 16;
  private static final Logger LOG = LoggerFactory.getLogger(ClusterMembership.class);

  private final Tunnel tunnel;
  private final Clock clock;
  private final SecureRandom random;
  private final MemberMetrics metrics;
  private final AtomicBoolean met = new AtomicBoolean();
  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Semaphore losses = new Semaphore(0);
  private final AtomicReference<@Nullable Replication> replication = new AtomicReference<>();
  private volatile Set<MemberId> known = Set.of();
  private volatile @Nullable Cluster cluster;
  private volatile long vacantUntilNanos;

  private ClusterMembership(
      Tunnel tunnel, Clock clock, SecureRandom random, MemberMetrics metrics) {
    this.tunnel = tunnel;
    this.clock = clock;
    this.random = random;
    this.metrics = metrics;
    this.vacantUntilNanos = clock.nanos();
  }

  /**
   * Listens for other members.
   *
   * @throws StartException when it was told where, and cannot
   */
  static ClusterMembership open(
      CoordinatorOptions options, Clock clock, SecureRandom random, MemberMetrics metrics)
      throws StartException {
    final HostPort told = options.members().listen();
    final HostPort listen =
        told == null ? CoordinatorOptions.Members.beside(options.listen()) : told;
    final ClusterMembership membership =
        new ClusterMembership(
            listen(listen, told == null, options.members().others(), clock),
            clock,
            random,
            metrics);
    metrics.show(membership);
    return membership;
  }

  private static Tunnel listen(HostPort listen, boolean usual, List<HostPort> others, Clock clock)
      throws StartException {
    try {
      return Tunnel.open(listen, others, clock);
    } catch (IOException e) {
      if (usual && listen.port() != 0) {
        LOG.warn(
            "other members cannot reach this one: {} cannot be listened on ({}); free it, or give"
                + " --member-listen HOST:PORT",
            listen,
            e.getMessage());
        return listen(new HostPort(listen.host(), 0), false, others, clock);
      }
      throw new StartException(
          "cannot listen for other members on "
              + listen
              + " ("
              + e.getMessage()
              + "): give another --member-listen HOST:PORT",
          e);
    }
  }

  /** Where other members reach this one. */
  HostPort address() {
    return tunnel.address();
  }

  /** Begins to look for the others, once. */
  void meet(Authority authority) {
    if (!met.compareAndSet(false, true)) {
      return;
    }
    final MemberId self = MemberId.draw(random);
    try {
      final MemberIdentity identity = new MemberIdentity(self, authority::member, clock);
      final byte[] secret = authority.secret("name of the members' cluster");
      final String name = "lull-" + HexFormat.of().formatHex(Arrays.copyOf(secret, NAME_BYTES));
      tunnel.meet(identity, this::found);
      Thread.ofPlatform().name("lull-members-join").daemon().start(() -> keepJoining(name, self));
    } catch (GeneralSecurityException e) {
      LOG.error("Cannot create this member's identity", e);
    }
  }

  boolean hasMet() {
    return met.get();
  }

  private void found(Set<MemberId> others) {
    known = others;
    final Cluster joined = cluster;
    if (joined != null) {
      joined.know(others);
    }
    asked.countDown();
  }

  private void keepJoining(String name, MemberId self) {
    try {
      asked.await();
      while (closed.getCount() > 0 && !join(name, self)) {
        if (closed.await(JOIN_RETRY.toMillis(), TimeUnit.MILLISECONDS)) {
          return;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean join(String name, MemberId self) {
    try {
      final Cluster joined = Cluster.join(name, self, known, tunnel, this);
      joined.know(known);
      cluster = joined;
      if (closed.getCount() == 0) {
        joined.close();
      }
      grew();
      return true;
    } catch (StoreException e) {
      LOG.warn("{}; it is tried again", e.getMessage());
      return false;
    }
  }

  /** The cluster, once there is one. */
  Optional<Cluster> cluster() {
    return Optional.ofNullable(cluster);
  }

  /** From now on this member leads, and the others get copies. */
  Replication leads(long fence) {
    final Replication started = Replication.start(fence, this::cluster);
    replication.set(started);
    return started;
  }

  /** Where the others are that this one is in touch with. */
  List<String> inTouch() {
    return cluster().map(Cluster::members).orElse(List.of()).stream()
        .map(tunnel::where)
        .flatMap(Optional::stream)
        .map(HostPort::toString)
        .sorted()
        .toList();
  }

  /** Until a member is lost, and no longer than this. */
  void rest(Duration atMost) throws InterruptedException {
    final boolean vacant = clock.nanos() - vacantUntilNanos < 0;
    if (losses.tryAcquire((vacant ? VACANCY_RETRY : atMost).toMillis(), TimeUnit.MILLISECONDS)) {
      losses.drainPermits();
    }
  }

  @Override
  public void grew() {
    LOG.info("Connected members: {}", inTouch());
    copyAgain();
  }

  @Override
  public void shrank() {
    vacantUntilNanos = clock.nanos() + VACANCY.toNanos();
    losses.release();
    LOG.info("Lost a member; connected members: {}", inTouch());
    copyAgain();
  }

  private void copyAgain() {
    final Replication leading = replication.get();
    if (leading != null) {
      leading.changedWhole();
    }
  }

  @Override
  public int members() {
    return cluster().map(joined -> joined.members().size()).orElse(0);
  }

  @Override
  public long refused() {
    return tunnel.refused();
  }

  @Override
  public long records() {
    return cluster().map(Cluster::held).orElse(0L);
  }

  @Override
  public int nodes() {
    return cluster().map(Cluster::heard).orElse(0);
  }

  @Override
  public void close() throws IOException {
    metrics.showNothing();
    closed.countDown();
    asked.countDown();
    final Replication leading = replication.get();
    try {
      if (leading != null) {
        leading.close();
      }
      cluster().ifPresent(Cluster::close);
    } finally {
      tunnel.close();
    }
  }
}
