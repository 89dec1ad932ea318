package io.lull.client.grid;

import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.lull.protocol.time.Clock;
import io.lull.protocol.transport.HostPort;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One channel for each of a coordinator's addresses; knows which one answered last. */
final class Connections implements AutoCloseable {
  /** How long one address may take before the next is tried. */
  static final Duration CONNECT_LIMIT = Duration.ofSeconds(5);

  /** The same for an address that failed before. */
  static final Duration RETRY_LIMIT = Duration.ofSeconds(1);

  /**
   * A coordinator's address with its channel.
   *
   * @param ready whether it was connected when it was chosen
   */
  record Link(HostPort address, ManagedChannel channel, boolean ready) {}

  private final List<Link> links;
  private final Clock clock;
  private int current;

  Connections(List<HostPort> addresses, Dialer dialer, Clock clock) {
    final List<Link> made = new ArrayList<>();
    addresses.forEach(address -> made.add(new Link(address, dialer.dial(address), false)));
    this.links = List.copyOf(made);
    this.clock = clock;
  }

  List<HostPort> addresses() {
    return links.stream().map(Link::address).toList();
  }

  /** The address that was connected last. */
  synchronized HostPort lastUsed() {
    return links.get(current).address();
  }

  /**
   * The first connected address, beginning with the last used one; if none connects, the last used
   * one: the call on it then fails with the reason.
   */
  synchronized Link connect() {
    for (int i = 0; i < links.size(); i++) {
      final int index = (current + i) % links.size();
      if (ready(links.get(index).channel(), CONNECT_LIMIT, false)) {
        return chosen(index);
      }
    }
    return links.get(current);
  }

  /** Like {@link #connect}, with the given limit; null if none connects. */
  synchronized @Nullable Link connect(Duration patience) {
    final long end = clock.nanos() + patience.toNanos();
    while (clock.nanos() < end) {
      for (int i = 0; i < links.size(); i++) {
        final int index = (current + i) % links.size();
        final Duration slice = links.size() == 1 ? patience : Duration.ofSeconds(1);
        if (ready(links.get(index).channel(), slice, true)) {
          return chosen(index);
        }
      }
    }
    return null;
  }

  private Link chosen(int index) {
    current = index;
    final Link link = links.get(index);
    return new Link(link.address(), link.channel(), true);
  }

  /**
   * @param patient false: a refused connection is the answer; true: the channel tries again until
   *     the limit
   */
  private boolean ready(ManagedChannel channel, Duration limit, boolean patient) {
    long end = clock.nanos() + limit.toNanos();
    boolean tried = false;
    while (true) {
      final ConnectivityState state = channel.getState(true);
      switch (state) {
        case READY -> {
          return true;
        }
        case SHUTDOWN -> {
          return false;
        }
        case IDLE, CONNECTING -> tried = true;
        case TRANSIENT_FAILURE -> {
          if (!patient && tried) {
            return false;
          }
          if (!patient) {
            // An earlier failure. A channel reports it until it is ready, even while it tries.
            tried = true;
            channel.resetConnectBackoff();
            end = Math.min(end, clock.nanos() + RETRY_LIMIT.toNanos());
          }
        }
      }
      final CountDownLatch changed = new CountDownLatch(1);
      channel.notifyWhenStateChanged(state, changed::countDown);
      try {
        if (!changed.await(end - clock.nanos(), TimeUnit.NANOSECONDS)) {
          return false;
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
  }

  @Override
  public void close() {
    links.forEach(link -> link.channel().shutdownNow());
  }
}
