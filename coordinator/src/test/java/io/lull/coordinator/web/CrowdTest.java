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
class CrowdTest {
  private static final String HOST = "10.0.0.1";

  private final Crowd crowd = new Crowd(new VirtualClock());

  private EmbeddedChannel enters(String host) {
    final EmbeddedChannel channel = new EmbeddedChannel();
    assertThat(crowd.enters(channel, host)).isTrue();
    return channel;
  }

  private static Caller person(String name) {
    return new Caller(name, Role.USER, ByteString.copyFromUtf8(name), HOST);
  }

  @Test
  void theStrangerWhoWasThereForLongestGivesWay() {
    final List<EmbeddedChannel> channels = new ArrayList<>();
    for (int i = 0; i <= Crowd.MAX_STRANGERS_OF_HOST; i++) {
      channels.add(enters(HOST));
    }
    assertThat(channels.getFirst().isOpen()).isFalse();
    assertThat(channels.subList(1, channels.size())).allMatch(EmbeddedChannel::isOpen);
    assertThat(crowd.strangers()).isEqualTo(Crowd.MAX_STRANGERS_OF_HOST);
  }

  @Test
  void ofAllStrangersThoseGiveWayOfWhomThereAreMost() {
    final List<EmbeddedChannel> few = new ArrayList<>();
    for (int i = 0; i < Crowd.MAX_STRANGERS_OF_HOST; i++) {
      enters(HOST);
    }
    while (crowd.strangers() < Crowd.MAX_STRANGERS) {
      few.add(enters("10.1.0." + few.size() % 100));
    }
    enters("10.2.0.1");
    assertThat(crowd.strangers()).isEqualTo(Crowd.MAX_STRANGERS);
    assertThat(few).allMatch(EmbeddedChannel::isOpen);
  }

  @Test
  void whoIsSignedInIsCountedByWhoTheyAre() {
    final List<EmbeddedChannel> hers = new ArrayList<>();
    for (int i = 0; i <= Crowd.MAX_OF_PERSON; i++) {
      final EmbeddedChannel channel = enters(HOST);
      crowd.knows(channel, HOST, person("ada"));
      crowd.knows(channel, HOST, person("ada"));
      hers.add(channel);
    }
    final EmbeddedChannel his = enters(HOST);
    crowd.knows(his, HOST, person("bob"));

    assertThat(crowd.strangers()).isZero();
    assertThat(crowd.known()).isEqualTo(Crowd.MAX_OF_PERSON + 1);
    assertThat(hers.getFirst().isOpen()).isFalse();
    assertThat(his.isOpen()).isTrue();
  }

  @Test
  void whoLeavesIsForgotten() {
    final EmbeddedChannel stranger = enters(HOST);
    final EmbeddedChannel known = enters(HOST);
    crowd.knows(known, HOST, person("ada"));
    final var _ = stranger.close();
    final var _ = known.close();
    stranger.runPendingTasks();
    known.runPendingTasks();
    assertThat(crowd.strangers()).isZero();
    assertThat(crowd.known()).isZero();
  }

  @Test
  void anAddressComesOnlySoOften() {
    for (int i = 0; i < Crowd.ARRIVALS.atOnce(); i++) {
      enters(HOST);
    }
    assertThat(crowd.enters(new EmbeddedChannel(), HOST)).isFalse();
    assertThat(crowd.enters(new EmbeddedChannel(), "10.0.0.2")).isTrue();
  }
}
