package io.lull.coordinator.web;

import com.google.protobuf.ByteString;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.lull.coordinator.core.access.Caller;
import io.lull.limits.Rate;
import io.lull.limits.RateLimiters;
import io.lull.protocol.time.Clock;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Limits connections of browsers: by address until one is signed in, by person from then on. When
 * there are too many, the oldest is closed, so that idle connections cannot lock others out. Any
 * thread.
 */
final class BrowserConnections {
  static final int MAX_CONNECTIONS = 1024;
  static final int MAX_STRANGERS = 256;
  static final int MAX_STRANGERS_OF_HOST = 48;
  static final int MAX_OF_PERSON = 32;

  /** Of connections from one address. */
  static final Rate ARRIVALS = new Rate(200, 20);

  private final RateLimiters<String> arrivals;
  private final Map<String, Set<Channel>> strangers = new HashMap<>();
  private final Map<ByteString, Set<Channel>> known = new HashMap<>();
  private int strangerCount;
  private int knownCount;

  BrowserConnections(Clock clock) {
    this.arrivals = new RateLimiters<>(ARRIVALS, clock);
  }

  /** False: it is to be closed. */
  synchronized boolean enters(Channel channel, String host) {
    if (strangerCount + knownCount >= MAX_CONNECTIONS || !arrivals.take(host, 1)) {
      return false;
    }
    final Set<Channel> ofHost = strangers.computeIfAbsent(host, _ -> new LinkedHashSet<>());
    if (ofHost.size() >= MAX_STRANGERS_OF_HOST) {
      evictFirst(ofHost);
    } else if (strangerCount >= MAX_STRANGERS) {
      evictFirst(
          strangers.values().stream().max(Comparator.comparingInt(Set::size)).orElse(ofHost));
    }
    ofHost.add(channel);
    strangerCount++;
    final var _ = channel.closeFuture().addListener(_ -> left(channel, host));
    return true;
  }

  private void evictFirst(Set<Channel> ofHost) {
    final Channel first = ofHost.iterator().next();
    ofHost.remove(first);
    strangerCount--;
    final var _ = first.close();
  }

  /** The caller on this connection is signed in. */
  synchronized void knows(Channel channel, String host, Caller caller) {
    if (!noStranger(channel, host)) {
      return;
    }
    final Set<Channel> ofPerson =
        known.computeIfAbsent(caller.keySha256(), _ -> new LinkedHashSet<>());
    if (ofPerson.size() >= MAX_OF_PERSON) {
      final Channel first = ofPerson.iterator().next();
      ofPerson.remove(first);
      knownCount--;
      final var _ = first.close();
    }
    ofPerson.add(channel);
    knownCount++;
    final var _ = channel.closeFuture().addListener(_ -> left(channel, caller));
  }

  private synchronized void left(Channel channel, String host) {
    final boolean _ = noStranger(channel, host);
  }

  private boolean noStranger(Channel channel, String host) {
    final Set<Channel> ofHost = strangers.get(host);
    if (ofHost == null || !ofHost.remove(channel)) {
      return false;
    }
    strangerCount--;
    if (ofHost.isEmpty()) {
      strangers.remove(host);
    }
    return true;
  }

  private synchronized void left(Channel channel, Caller caller) {
    final Set<Channel> ofPerson = known.get(caller.keySha256());
    if (ofPerson == null || !ofPerson.remove(channel)) {
      return;
    }
    knownCount--;
    if (ofPerson.isEmpty()) {
      known.remove(caller.keySha256());
    }
  }

  synchronized int strangers() {
    return strangerCount;
  }

  synchronized int known() {
    return knownCount;
  }
}
