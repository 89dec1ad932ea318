package io.lull.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.stub.StreamObserver;
import io.lull.client.login.Home;
import io.lull.client.login.StoredLogin;
import io.lull.coordinator.enrolment.Authority;
import io.lull.protocol.model.Role;
import io.lull.protocol.time.Clock;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.HostPort;
import io.lull.protocol.transport.Identity;
import io.lull.protocol.wire.EnrolReply;
import io.lull.protocol.wire.EnrolmentGrpc;
import io.lull.protocol.wire.RenewRequest;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.X509EncodedKeySpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A login that is nearly over is renewed on the way. */
class StoredLoginTest {
  private static final String NAME = "kept-login";

  @TempDir private Path folder;
  private final List<String> remarks = new ArrayList<>();
  private Home home;
  private Server server;
  private volatile boolean refuses;

  private final class Renewing extends EnrolmentGrpc.EnrolmentImplBase {
    @Override
    public void renew(RenewRequest request, StreamObserver<EnrolReply> reply) {
      if (refuses) {
        reply.onError(Status.PERMISSION_DENIED.withDescription("revoked").asException());
        return;
      }
      try {
        final Authority authority =
            Authority.open(folder.resolve("authority"), SystemClock.INSTANCE, new SecureRandom());
        reply.onNext(
            EnrolReply.newBuilder()
                .setCertificateDer(
                    ByteString.copyFrom(
                        authority
                            .enrolled(
                                "ann",
                                Role.USER,
                                KeyFactory.getInstance("EC")
                                    .generatePublic(
                                        new X509EncodedKeySpec(
                                            request.getPublicKeySpki().toByteArray())))
                            .getEncoded()))
                .build());
        reply.onCompleted();
      } catch (Exception e) {
        reply.onError(Status.INTERNAL.withCause(e).asException());
      }
    }
  }

  @BeforeEach
  void start() throws Exception {
    home = new Home(folder.resolve("home"), folder);
    server = InProcessServerBuilder.forName(NAME).addService(new Renewing()).build().start();
  }

  @AfterEach
  void stop() throws Exception {
    server.shutdownNow();
    server.awaitTermination();
  }

  private record DaysAgo(int days) implements Clock {
    @Override
    public long epochMillis() {
      return SystemClock.INSTANCE.epochMillis() - Duration.ofDays(days).toMillis();
    }

    @Override
    public long nanos() {
      return SystemClock.INSTANCE.nanos();
    }
  }

  /** Logged in so many days ago; a login is good for 365. */
  private Identity loggedIn(int daysAgo) throws Exception {
    final Clock then = new DaysAgo(daysAgo);
    final Authority authority =
        Authority.open(folder.resolve("authority"), then, new SecureRandom());
    final KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    final KeyPair pair = generator.generateKeyPair();
    final Identity identity =
        new Identity(
            pair.getPrivate(),
            authority.enrolled("ann", Role.USER, pair.getPublic()),
            authority.certificate());
    home.store(identity, List.of(new HostPort("grid", 7400)));
    return identity;
  }

  private static ManagedChannel dial() {
    return InProcessChannelBuilder.forName(NAME).build();
  }

  private Identity asked() {
    return new StoredLogin(home, SystemClock.INSTANCE, remarks::add, _ -> _ -> dial()).identity();
  }

  @Test
  void oneThatHasTimeIsLeftAsItIs() throws Exception {
    final Identity present = loggedIn(240);
    assertThat(asked().certificate()).isEqualTo(present.certificate());
  }

  @Test
  void oneWithLessThanAThirdLeftIsRenewedAndKept() throws Exception {
    final Identity present = loggedIn(250);
    final Identity next = asked();
    assertThat(next.certificate().getNotAfter()).isAfter(present.certificate().getNotAfter());
    assertThat(home.identity(SystemClock.INSTANCE).certificate()).isEqualTo(next.certificate());
    assertThat(asked().certificate()).isEqualTo(next.certificate());
    assertThat(remarks).isEmpty();
    final Identity anew = loggedIn(0);
    assertThat(home.identity(SystemClock.INSTANCE).certificate())
        .as("a new login takes the place of what was renewed")
        .isEqualTo(anew.certificate());
  }

  @Test
  void oneThatCannotBeRenewedIsUsedAndSoonComplainedOf() throws Exception {
    refuses = true;
    final Identity present = loggedIn(250);
    assertThat(asked().certificate()).isEqualTo(present.certificate());
    assertThat(remarks).isEmpty();
    final Identity later = loggedIn(350);
    assertThat(asked().certificate()).isEqualTo(later.certificate());
    assertThat(remarks).singleElement().asString().contains("not renewed: revoked");
  }
}
