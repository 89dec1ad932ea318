package io.lull.coordinator.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Grpc;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.TlsChannelCredentials;
import io.lull.coordinator.config.StartException;
import io.lull.coordinator.enrolment.Authority;
import io.lull.protocol.model.Role;
import io.lull.protocol.transport.Credentials;
import io.lull.protocol.transport.EnrolmentException;
import io.lull.protocol.transport.EnrolmentToken;
import io.lull.protocol.transport.Identity;
import io.lull.protocol.wire.CreateTokenRequest;
import io.lull.protocol.wire.JobRequest;
import io.lull.protocol.wire.ListNodesRequest;
import io.lull.testkit.time.VirtualClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whom a whole coordinator lets in, and what they may. */
class CoordinatorAccessTest {
  @TempDir private Path folder;
  private Rig rig;

  @BeforeEach
  void start() throws StartException {
    rig = new Rig(folder);
  }

  @AfterEach
  void stop() {
    rig.close();
  }

  @Test
  void theFirstTokenIsReadableByItsUserAloneAndGoneOnceUsed() throws Exception {
    final Path file = folder.resolve("data/admin.token");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");

    rig.administrator();

    assertThat(file).doesNotExist();
  }

  @Test
  void aTokenBuysOneIdentityOnly() throws Exception {
    final EnrolmentToken token = rig.token(rig.administrator(), "node");

    assertThat(rig.enrol(token, "ws1").role()).isEqualTo("node");
    assertThatThrownBy(() -> rig.enrol(token, "ws2"))
        .isInstanceOf(EnrolmentException.class)
        .hasMessageContaining("valid only once");
  }

  @Test
  void namesAreMadeUnique() throws Exception {
    final Identity admin = rig.administrator();

    assertThat(rig.enrol(rig.token(admin, "node"), "ws1").name()).isEqualTo("ws1");
    assertThat(rig.enrol(rig.token(admin, "node"), "ws1").name()).isEqualTo("ws1-2");
    assertThat(rig.enrol(rig.token(admin, "user"), "ada").name()).isEqualTo("ada");
    assertThat(rig.enrol(rig.token(admin, "admin"), "ada").name()).isEqualTo("ada-2");
  }

  @Test
  void whoShowsNoCertificateMayAskNothing() throws Exception {
    final ManagedChannel channel =
        rig.keep(
            Grpc.newChannelBuilderForAddress(
                    "127.0.0.1",
                    rig.coordinator().address().port(),
                    TlsChannelCredentials.newBuilder()
                        .trustManager(folder.resolve("data/authority/authority.pem").toFile())
                        .build())
                .overrideAuthority(Credentials.SERVER_NAME)
                .build());

    Rig.assertRefused(
        Status.Code.UNAUTHENTICATED,
        () -> Rig.grid(channel).listNodes(ListNodesRequest.getDefaultInstance()));
  }

  @Test
  void whoShowsAnExpiredCertificateIsNotLetIn() throws Exception {
    final Identity ada = rig.enrol(rig.token(rig.administrator(), "user"), "ada").identity();
    final Instant now = Instant.now();

    assertThat(
            Rig.grid(rig.channel(signedAgain(ada, now)))
                .listNodes(ListNodesRequest.getDefaultInstance()))
        .isNotNull();
    final ManagedChannel late = rig.channel(signedAgain(ada, now.minus(Duration.ofDays(800))));
    assertThatThrownBy(() -> Rig.grid(late).listNodes(ListNodesRequest.getDefaultInstance()))
        .isInstanceOf(StatusRuntimeException.class);
  }

  /** The same name and key, in a certificate that the grid's authority made at another time. */
  private Identity signedAgain(Identity present, Instant at) throws Exception {
    final Authority authority =
        Authority.open(
            folder.resolve("data/authority"),
            new VirtualClock(at.toEpochMilli()),
            new SecureRandom());
    return new Identity(
        present.key(),
        authority.enrolled("ada", Role.USER, present.certificate().getPublicKey()),
        present.authority());
  }

  @Test
  void aUserMayNotAdministerNorSeeOthersOutputs() throws Exception {
    final Identity admin = rig.administrator();
    final ManagedChannel ada = rig.channel(rig.enrol(rig.token(admin, "user"), "ada").identity());
    final ManagedChannel bob = rig.channel(rig.enrol(rig.token(admin, "user"), "bob").identity());
    final String job = Rig.grid(ada).submit(Rig.JACOBI).getJob();
    final JobRequest request = JobRequest.newBuilder().setJob(job).build();

    Rig.assertRefused(
        Status.Code.PERMISSION_DENIED,
        () -> Rig.grid(ada).createToken(CreateTokenRequest.getDefaultInstance()));
    Rig.assertRefused(Status.Code.PERMISSION_DENIED, () -> Rig.grid(bob).cancel(request));
    Rig.assertRefused(Status.Code.PERMISSION_DENIED, () -> Rig.grid(bob).listOutputs(request));
    Rig.assertRefused(Status.Code.PERMISSION_DENIED, () -> Rig.grid(bob).getJob(request));
    Rig.assertRefused(Status.Code.PERMISSION_DENIED, () -> Rig.grid(bob).getPieceKey(request));
    assertThat(Rig.grid(ada).getPieceKey(request).getKey().size()).isEqualTo(32);
    assertThat(Rig.grid(rig.channel(admin)).cancel(request).getState()).isEqualTo("cancelled");
  }
}
