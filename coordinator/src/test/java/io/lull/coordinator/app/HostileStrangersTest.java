package io.lull.coordinator.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Grpc;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.TlsChannelCredentials;
import io.lull.protocol.transport.Credentials;
import io.lull.protocol.transport.HostPort;
import io.lull.protocol.transport.Identity;
import io.lull.protocol.wire.EnrolRequest;
import io.lull.protocol.wire.EnrolmentGrpc;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What those can do who have no certificate: hinder nobody. */
@Tag("hostile")
class HostileStrangersTest {
  private static final int ROUNDS = 5;

  @TempDir private Path folder;
  private Rig rig;
  private Identity admin;
  private GoodPeople good;
  private final List<RawClient> clients = new ArrayList<>();

  @BeforeEach
  void start() throws Exception {
    rig = new Rig(folder);
    admin = rig.administrator();
    good = GoodPeople.of(rig, admin);
  }

  @AfterEach
  void stop() throws IOException {
    try {
      GoodPeople.assertMemoryIsBounded();
    } finally {
      for (final RawClient client : clients) {
        client.close();
      }
      rig.close();
    }
  }

  private HostPort door() {
    return rig.coordinator().address();
  }

  private RawClient connect(String from) throws IOException {
    final RawClient client = RawClient.connect(door(), from);
    clients.add(client);
    return client;
  }

  @Test
  void garbageInsteadOfAHandshakeIsCutOff() throws Exception {
    final byte[] garbage = new byte[2_000];
    new Random(7).nextBytes(garbage);
    for (int i = 0; i < ROUNDS; i++) {
      final RawClient noise = connect("127.0.0.2");
      noise.write(garbage);
      final RawClient http = connect("127.0.0.2");
      http.write("GET / HTTP/1.1\r\nHost: grid\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      good.areAnswered();
      assertThat(noise.isCutOff()).isTrue();
      assertThat(http.isCutOff()).isTrue();
    }
  }

  @Test
  void halfAHandshakeIsWaitedForNoLongerThanItTakes() throws Exception {
    final RawClient half = connect("127.0.0.2");
    // The head of a handshake record of 512 bytes, of which some come.
    half.write(new byte[] {22, 3, 1, 2, 0, 1, 0, 1, (byte) 0xfc, 3, 3});
    final RawClient silent = connect("127.0.0.2");
    good.areAnswered();
    assertThat(half.isCutOff()).isTrue();
    assertThat(silent.isCutOff()).isTrue();
  }

  @Test
  void garbageAfterTheHandshakeIsCutOff() throws Exception {
    final byte[] garbage = new byte[1_000];
    new Random(8).nextBytes(garbage);
    for (int i = 0; i < ROUNDS; i++) {
      final RawClient known = RawClient.http2(door(), "127.0.0.2", admin, true);
      clients.add(known);
      known.write(garbage);
      good.areAnswered();
      assertThat(known.isCutOff()).isTrue();
    }
  }

  @Test
  void whoShowsNoCertificateIsBorneForAFewBytesOnly() throws Exception {
    final RawClient stranger = RawClient.http2(door(), "127.0.0.2", admin, false);
    clients.add(stranger);
    stranger.drain();
    final byte[] settings = RawClient.framed(RawClient.SETTINGS, 0, 0, new byte[600]);
    boolean cut = false;
    for (int i = 0; i < 10_000 && !cut; i++) {
      try {
        stranger.write(settings);
      } catch (IOException e) {
        cut = true;
      }
    }
    assertThat(cut).isTrue();
    good.areAnswered();
  }

  @Test
  void connectionsWithoutEndLeaveRoomForOthers() throws Exception {
    for (int host = 2; host < 14; host++) {
      for (int i = 0; i < 80; i++) {
        connect("127.0.0." + host);
      }
      good.areAnswered();
    }
    final long open = clients.stream().filter(client -> !client.isClosedByNow()).count();
    assertThat(open).isBetween(64L, 520L);
  }

  @Test
  void guessesAtTokensAreRefusedAndSoonNotLookedAt() throws Exception {
    final ManagedChannel stranger =
        rig.keep(
            Grpc.newChannelBuilderForAddress(
                    "127.0.0.1",
                    door().port(),
                    TlsChannelCredentials.newBuilder()
                        .trustManager(folder.resolve("data/authority/authority.pem").toFile())
                        .build())
                .overrideAuthority(Credentials.SERVER_NAME)
                .build());
    final List<Status.Code> answers = new ArrayList<>();
    for (int i = 0; i < 600; i++) {
      try {
        final var _ =
            EnrolmentGrpc.newBlockingStub(stranger)
                .withDeadlineAfter(20, TimeUnit.SECONDS)
                .enrol(EnrolRequest.newBuilder().setName("guess").build());
      } catch (StatusRuntimeException e) {
        answers.add(e.getStatus().getCode());
      }
    }
    assertThat(answers)
        .hasSize(600)
        .contains(Status.Code.INVALID_ARGUMENT, Status.Code.RESOURCE_EXHAUSTED);
    good.areAnswered();
  }
}
