package io.lull.agent.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.transport.HostPort;
import io.lull.protocol.wire.Capture;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Meet;
import io.lull.protocol.wire.Member;
import io.lull.protocol.wire.Propose;
import io.lull.protocol.wire.Reconfigure;
import io.lull.protocol.wire.WorkerOrder;
import org.junit.jupiter.api.Test;

class PeerAddressesTest {
  private final PeerAddresses peers = new PeerAddresses();

  private static Member at(String host, int port) {
    return Member.newBuilder().setWorker("J1-w" + port).setHost(host).setPort(port).build();
  }

  @Test
  void areThoseThatOrdersNameAsMembers() {
    assertThat(peers.include(new HostPort("10.0.0.1", 4001))).isFalse();
    peers.learn(
        WorkerOrder.newBuilder()
            .setMeet(
                Meet.newBuilder()
                    .addMembers(at("10.0.0.1", 4001))
                    .setLayout(Layout.newBuilder().addMembers(at("10.0.0.2", 4002))))
            .build());
    peers.learn(
        WorkerOrder.newBuilder()
            .setReconfigure(Reconfigure.newBuilder().addMembers(at("10.0.0.3", 4003)))
            .build());
    peers.learn(
        WorkerOrder.newBuilder()
            .setCapture(Capture.newBuilder().setKeeper(at("10.0.0.4", 4004)))
            .build());
    peers.learn(WorkerOrder.newBuilder().setPropose(Propose.getDefaultInstance()).build());
    for (int i = 1; i <= 4; i++) {
      assertThat(peers.include(new HostPort("10.0.0." + i, 4000 + i))).as("member " + i).isTrue();
    }
    assertThat(peers.include(new HostPort("10.0.0.1", 4002))).isFalse();
    assertThat(peers.include(new HostPort("", 0))).as("no keeper").isFalse();
  }

  @Test
  void areNotMoreThanALargeJobHas() {
    final HostPort first = new HostPort("10.0.0.1", 1);
    peers.add(first);
    for (int port = 2; port <= PeerAddresses.MAX_KNOWN; port++) {
      peers.add(new HostPort("10.0.0.1", port));
    }
    assertThat(peers.include(first)).isTrue();
    peers.add(new HostPort("10.0.0.2", 1));
    assertThat(peers.include(first)).isFalse();
    assertThat(peers.include(new HostPort("10.0.0.1", 2))).isTrue();
  }
}
