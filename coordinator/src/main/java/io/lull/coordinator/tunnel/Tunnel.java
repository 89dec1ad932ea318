package io.lull.coordinator.tunnel;

import io.lull.protocol.time.Clock;
import io.lull.protocol.transport.HostPort;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** This member's end of the links to all others. Any thread. */
public final class Tunnel implements AutoCloseable {
  /** Who has not answered is asked again so often, and who has, a few times less. */
  private static final Duration ASK_INTERVAL = Duration.ofSeconds(2);

  private static final int ROUNDS_FOR_KNOWN = 5;

  /** The first round has everybody asked, and takes no longer. */
  private static final Duration FIRST_ROUND = Duration.ofSeconds(3);

  private static final Logger LOG = LoggerFactory.getLogger(Tunnel.class);

  private final SocketDeadlines deadlines;
  private final TunnelAcceptor acceptor;
  private final TunnelConnector out;
  private final MemberAddresses members;
  private final HostPort address;
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile @Nullable MemberIdentity identity;

  private Tunnel(
      SocketDeadlines deadlines,
      TunnelAcceptor acceptor,
      TunnelConnector out,
      MemberAddresses members,
      HostPort address) {
    this.deadlines = deadlines;
    this.acceptor = acceptor;
    this.out = out;
    this.members = members;
    this.address = address;
  }

  /**
   * Listens, lets nobody in yet and asks nobody.
   *
   * @param listen where other members reach this one; port 0 lets the system choose
   * @param others where this one reaches them
   * @throws IOException when the address cannot be bound
   */
  public static Tunnel open(HostPort listen, List<HostPort> others, Clock clock)
      throws IOException {
    final InetSocketAddress socket = new InetSocketAddress(listen.host(), listen.port());
    if (socket.isUnresolved()) {
      throw new IOException("the host '" + listen.host() + "' is unknown");
    }
    final SocketDeadlines deadlines = new SocketDeadlines();
    try {
      final TunnelAcceptor acceptor = TunnelAcceptor.open(socket, clock, deadlines);
      return new Tunnel(
          deadlines,
          acceptor,
          new TunnelConnector(deadlines),
          new MemberAddresses(others),
          new HostPort(listen.host(), acceptor.port()));
    } catch (IOException e) {
      deadlines.close();
      throw e;
    }
  }

  /** Where it listens, with the port that the system chose if it did. */
  public HostPort address() {
    return address;
  }

  /** Connections of others that came to nothing: strangers', and those that were too many. */
  public long refused() {
    return acceptor.refused();
  }

  /** Connections of others that have not shown who they are yet. */
  public int waiting() {
    return acceptor.pending();
  }

  /**
   * From now on members are accepted, and the other addresses are asked repeatedly who they are.
   *
   * @param onChange receives the known members, at least once when all have had time to answer
   */
  public void meet(MemberIdentity shown, Consumer<Set<MemberId>> onChange) {
    identity = shown;
    acceptor.admit(shown);
    Thread.ofVirtual().name("lull-members-ask").start(() -> keepAsking(shown, onChange));
  }

  private void keepAsking(MemberIdentity shown, Consumer<Set<MemberId>> onChange) {
    try {
      Set<MemberId> told = null;
      for (int round = 0; closed.getCount() > 0; round++) {
        askAll(shown, round % ROUNDS_FOR_KNOWN == 0);
        final Set<MemberId> known = members.who();
        if (!known.equals(told)) {
          told = known;
          onChange.accept(known);
        }
        if (closed.await(ASK_INTERVAL.toMillis(), TimeUnit.MILLISECONDS)) {
          return;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void askAll(MemberIdentity shown, boolean alsoKnown) throws InterruptedException {
    final List<HostPort> asked =
        members.addresses().stream().filter(other -> alsoKnown || !members.knows(other)).toList();
    final CountDownLatch answered = new CountDownLatch(asked.size());
    for (final HostPort other : asked) {
      Thread.ofVirtual()
          .name("lull-members-ask-" + other)
          .start(() -> {
            members.learn(other, ask(other, shown));
            answered.countDown();
          });
    }
    if (!answered.await(FIRST_ROUND.toMillis(), TimeUnit.MILLISECONDS)) {
      LOG.debug("{} other members have not answered", answered.getCount());
    }
  }

  private Optional<MemberId> ask(HostPort other, MemberIdentity shown) {
    try {
      final MemberId found = out.ask(resolved(other), shown);
      // A list of all members contains this one, too.
      return found.equals(shown.self()) ? Optional.empty() : Optional.of(found);
    } catch (IOException e) {
      LOG.debug("{} does not answer as a member", other, e);
      return Optional.empty();
    }
  }

  private static InetSocketAddress resolved(HostPort other) throws IOException {
    final InetSocketAddress socket = new InetSocketAddress(other.host(), other.port());
    if (socket.isUnresolved()) {
      throw new IOException("the host '" + other.host() + "' is unknown");
    }
    return socket;
  }

  /** Where a member is, as this one reaches it; empty when it has not answered. */
  public Optional<HostPort> where(MemberId who) {
    return members.where(who);
  }

  /**
   * @param port of this member's memory, on the loopback
   */
  public void serve(int port) {
    acceptor.serve(port);
  }

  /** Whether a connection to the memory, from this port of the loopback, is another member's. */
  public boolean isWay(int port) {
    return acceptor.isWay(port);
  }

  /**
   * Connects the memory's own socket, which is not connected yet, to another member's memory. Waits
   * until that has let it in.
   */
  public void connect(SocketChannel channel, MemberId whom, Connecting connecting)
      throws IOException {
    final MemberIdentity shown = identity;
    final HostPort at = members.where(whom).orElse(null);
    if (shown == null || at == null) {
      throw new IOException("the address of member " + whom + " is unknown");
    }
    try {
      out.connect(channel, resolved(at), whom, shown, connecting);
    } catch (IOException e) {
      members.learn(at, Optional.empty());
      throw e;
    }
  }

  /** How a socket is connected. */
  public interface Connecting {
    void connect(InetSocketAddress to) throws IOException;
  }

  @Override
  public void close() throws IOException {
    closed.countDown();
    try {
      acceptor.close();
    } finally {
      out.close();
      deadlines.close();
    }
  }
}
