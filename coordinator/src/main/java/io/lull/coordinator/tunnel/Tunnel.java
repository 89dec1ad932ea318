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

  private final Alarm alarm;
  private final Reception reception;
  private final WayOut out;
  private final Neighbours neighbours;
  private final HostPort address;
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile @Nullable Passport passport;

  private Tunnel(
      Alarm alarm, Reception reception, WayOut out, Neighbours neighbours, HostPort address) {
    this.alarm = alarm;
    this.reception = reception;
    this.out = out;
    this.neighbours = neighbours;
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
      throw new IOException("the host '" + listen.host() + "' is not known");
    }
    final Alarm alarm = new Alarm();
    try {
      final Reception reception = Reception.open(socket, clock, alarm);
      return new Tunnel(
          alarm,
          reception,
          new WayOut(alarm),
          new Neighbours(others),
          new HostPort(listen.host(), reception.port()));
    } catch (IOException e) {
      alarm.close();
      throw e;
    }
  }

  /** Where it listens, with the port that the system chose if it did. */
  public HostPort address() {
    return address;
  }

  /** Connections of others that came to nothing: strangers', and those that were too many. */
  public long refused() {
    return reception.refused();
  }

  /** Connections of others that have not shown who they are yet. */
  public int waiting() {
    return reception.waiting();
  }

  /**
   * From now on members are let in, and the others are asked who they are, again and again.
   *
   * @param onChange hears of who is known, at least once when all have had the time to answer
   */
  public void meet(Passport shown, Consumer<Set<MemberId>> onChange) {
    passport = shown;
    reception.admit(shown);
    Thread.ofVirtual().name("lull-members-ask").start(() -> keepAsking(shown, onChange));
  }

  private void keepAsking(Passport shown, Consumer<Set<MemberId>> onChange) {
    try {
      Set<MemberId> told = null;
      for (int round = 0; closed.getCount() > 0; round++) {
        askAll(shown, round % ROUNDS_FOR_KNOWN == 0);
        final Set<MemberId> known = neighbours.who();
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

  private void askAll(Passport shown, boolean alsoKnown) throws InterruptedException {
    final List<HostPort> asked =
        neighbours.addresses().stream()
            .filter(other -> alsoKnown || !neighbours.knows(other))
            .toList();
    final CountDownLatch answered = new CountDownLatch(asked.size());
    for (final HostPort other : asked) {
      Thread.ofVirtual()
          .name("lull-members-ask-" + other)
          .start(() -> {
            neighbours.learn(other, ask(other, shown));
            answered.countDown();
          });
    }
    if (!answered.await(FIRST_ROUND.toMillis(), TimeUnit.MILLISECONDS)) {
      LOG.debug("{} of the other members have not answered", answered.getCount());
    }
  }

  private Optional<MemberId> ask(HostPort other, Passport shown) {
    try {
      final MemberId found = out.ask(resolved(other), shown);
      // Whoever lists all members lists this one, too.
      return found.equals(shown.self()) ? Optional.empty() : Optional.of(found);
    } catch (IOException e) {
      LOG.debug("{} does not answer as a member", other, e);
      return Optional.empty();
    }
  }

  private static InetSocketAddress resolved(HostPort other) throws IOException {
    final InetSocketAddress socket = new InetSocketAddress(other.host(), other.port());
    if (socket.isUnresolved()) {
      throw new IOException("the host '" + other.host() + "' is not known");
    }
    return socket;
  }

  /** Where a member is, as this one reaches it; empty when it has not answered. */
  public Optional<HostPort> where(MemberId who) {
    return neighbours.where(who);
  }

  /**
   * @param port of this member's memory, on the loopback
   */
  public void serve(int port) {
    reception.serve(port);
  }

  /** Whether a connection to the memory, from this port of the loopback, is another member's. */
  public boolean isWay(int port) {
    return reception.isWay(port);
  }

  /**
   * Connects the memory's own socket, which is not connected yet, to another member's memory. Waits
   * until that has let it in.
   */
  public void connect(SocketChannel channel, MemberId whom, Connecting connecting)
      throws IOException {
    final Passport shown = passport;
    final HostPort at = neighbours.where(whom).orElse(null);
    if (shown == null || at == null) {
      throw new IOException("where " + whom + " is, is not known");
    }
    try {
      out.connect(channel, resolved(at), whom, shown, connecting);
    } catch (IOException e) {
      neighbours.learn(at, Optional.empty());
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
      reception.close();
    } finally {
      out.close();
      alarm.close();
    }
  }
}
