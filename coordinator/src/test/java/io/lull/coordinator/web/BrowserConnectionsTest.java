package io.lull.coordinator.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.grpc.netty.shaded.io.netty.channel.embedded.EmbeddedChannel;
import io.lull.coordinator.core.access.Caller;
import io.lull.protocol.model.Role;
import io.lull.testkit.time.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Nobody keeps others out by staying. */
class BrowserConnectionsTest {
  private static final String HOST = "10.0.0.1";

  private final BrowserConnections connections = new BrowserConnections(new VirtualClock());

  private EmbeddedChannel enters(String host) {
    final EmbeddedChannel channel = new EmbeddedChannel();
    assertThat(connections.enters(channel, host)).isTrue();
    return channel;
  }

  private static Caller person(String name) {
    return new Caller(name, Role.USER, ByteString.copyFromUtf8(name), HOST);
  }

  @Test
  void theStrangerWhoWasThereForLongestGivesWay() {
    final List<EmbeddedChannel> channels = new ArrayList<>();
    for (int i = 0; i <= BrowserConnections.MAX_STRANGERS_OF_HOST; i++) {
      channels.add(enters(HOST));
    }
    assertThat(channels.getFirst().isOpen()).isFalse();
    assertThat(channels.subList(1, channels.size())).allMatch(EmbeddedChannel::isOpen);
    assertThat(connections.strangers()).isEqualTo(BrowserConnections.MAX_STRANGERS_OF_HOST);
  }

  @Test
  void ofAllStrangersThoseGiveWayOfWhomThereAreMost() {
    final List<EmbeddedChannel> few = new ArrayList<>();
    for (int i = 0; i < BrowserConnections.MAX_STRANGERS_OF_HOST; i++) {
      enters(HOST);
    }
    while (connections.strangers() < BrowserConnections.MAX_STRANGERS) {
      few.add(enters("10.1.0." + few.size() % 100));
    }
    enters("10.2.0.1");
    assertThat(connections.strangers()).isEqualTo(BrowserConnections.MAX_STRANGERS);
    assertThat(few).allMatch(EmbeddedChannel::isOpen);
  }

  @Test
  void whoIsSignedInIsCountedByWhoTheyAre() {
    final List<EmbeddedChannel> hers = new ArrayList<>();
    for (int i = 0; i <= BrowserConnections.MAX_OF_PERSON; i++) {
      final EmbeddedChannel channel = enters(HOST);
      connections.knows(channel, HOST, person("ada"));
      connections.knows(channel, HOST, person("ada"));
      hers.add(channel);
    }
    final EmbeddedChannel his = enters(HOST);
    connections.knows(his, HOST, person("bob"));

    assertThat(connections.strangers()).isZero();
    assertThat(connections.known()).isEqualTo(BrowserConnections.MAX_OF_PERSON + 1);
    assertThat(hers.getFirst().isOpen()).isFalse();
    assertThat(his.isOpen()).isTrue();
  }

  @Test
  void whoLeavesIsForgotten() {
    final EmbeddedChannel stranger = enters(HOST);
    final EmbeddedChannel known = enters(HOST);
    connections.knows(known, HOST, person("ada"));
    final var _ = stranger.close();
    final var _ = known.close();
    stranger.runPendingTasks();
    known.runPendingTasks();
    assertThat(connections.strangers()).isZero();
    assertThat(connections.known()).isZero();
  }

  @Test
  void anAddressComesOnlySoOften() {
    for (int i = 0; i < BrowserConnections.ARRIVALS.atOnce(); i++) {
      enters(HOST);
    }
    assertThat(connections.enters(new EmbeddedChannel(), HOST)).isFalse();
    assertThat(connections.enters(new EmbeddedChannel(), "10.0.0.2")).isTrue();
  }
}
