package io.lull.agent.enrolment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.ManagedChannel;
import io.lull.agent.fake.FakeCoordinator;
import io.lull.agent.fake.TestAuthority;
import io.lull.agent.network.EventLoop;
import io.lull.agent.session.ChannelFactory;
import io.lull.protocol.transport.EnrolmentClient;
import io.lull.protocol.transport.EnrolmentException;
import io.lull.protocol.transport.EnrolmentToken;
import io.lull.protocol.transport.HostPort;
import io.lull.protocol.transport.Identity;
import io.lull.protocol.transport.LiveIdentity;
import io.lull.protocol.transport.Peer;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EnrolmentClientTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final TestAuthority authority = new TestAuthority("grid");
  private final EnrolmentToken token =
      EnrolmentToken.of(
          new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16},
          authority.certificate());

  @Test
  void aGoodTokenBuysAnIdentityThatCanBeKept(@TempDir Path folder) throws Exception {
    try (FakeCoordinator coordinator = FakeCoordinator.of(authority)) {
      coordinator.takes(token.secret());
      final EnrolmentClient.Enrolled enrolled =
          EnrolmentClient.enrol(List.of(coordinator.address()), token, "desk-1", PATIENCE);
      assertThat(enrolled.role()).isEqualTo("node");
      enrolled.identity().store(folder);
      assertThat(Peer.of(Identity.load(folder).certificate())).contains(new Peer("desk-1", "node"));
    }
  }

  @Test
  void whatIsRenewedIsOfTheSameHolderOrNotTaken() throws Exception {
    final Identity present = authority.identity("desk-1", "node");
    try (FakeCoordinator coordinator = FakeCoordinator.of(authority);
        EventLoop loop = EventLoop.start("network")) {
      final ManagedChannel line =
          ChannelFactory.tls(new LiveIdentity(present), loop).dial(coordinator.address());
      try {
        final Identity next = EnrolmentClient.renew(line, present, PATIENCE);
        assertThat(Peer.of(next.certificate())).contains(new Peer("desk-1", "node"));
        coordinator.renewsAs("desk-2");
        assertThatThrownBy(() -> EnrolmentClient.renew(line, present, PATIENCE))
            .hasMessageContaining("it is for another name or role");
      } finally {
        line.shutdownNow();
      }
    }
  }

  @Test
  void aUsedTokenIsRefused() throws Exception {
    try (FakeCoordinator coordinator = FakeCoordinator.of(authority)) {
      refused(coordinator.address(), EnrolmentException.Kind.REFUSED, "the token was used");
    }
  }

  @Test
  void anotherGridsCoordinatorDoesNotLearnTheSecret() throws Exception {
    try (FakeCoordinator coordinator = FakeCoordinator.of(new TestAuthority("other"))) {
      coordinator.takes(token.secret());
      refused(
          coordinator.address(),
          EnrolmentException.Kind.REFUSED,
          "does not belong to the grid that issued this token");
    }
  }

  @Test
  void aNodeCannotPoseAsTheCoordinator() throws Exception {
    try (FakeCoordinator impostor =
        new FakeCoordinator(authority, authority.identity("desk-2", "node"), 0)) {
      impostor.takes(token.secret());
      refused(impostor.address(), EnrolmentException.Kind.REFUSED, "not for the role coordinator");
    }
  }

  @Test
  void nobodyThereIsUnreachable() throws Exception {
    final int free;
    try (ServerSocket socket = new ServerSocket(0)) {
      free = socket.getLocalPort();
    }
    refused(
        new HostPort("127.0.0.1", free),
        EnrolmentException.Kind.UNREACHABLE,
        "no coordinator responds at 127.0.0.1:" + free);
  }

  @Test
  void aTokensTextIsReadBackAndNeverShown() {
    assertThat(EnrolmentToken.parse(token.text())).isEqualTo(token);
    assertThat(token.toString()).doesNotContain(token.secret());
    for (final String bad : new String[] {"", "lull1.", "lull1.!!", "lull1.abcd", "hello"}) {
      assertThatThrownBy(() -> EnrolmentToken.parse(bad))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("token");
    }
  }

  private void refused(HostPort at, EnrolmentException.Kind kind, String why) {
    assertThatThrownBy(() -> EnrolmentClient.enrol(List.of(at), token, "desk-1", PATIENCE))
        .hasMessageContaining(why)
        .asInstanceOf(InstanceOfAssertFactories.type(EnrolmentException.class))
        .extracting(EnrolmentException::kind)
        .isEqualTo(kind);
  }
}
