package io.lull.coordinator.enrolment;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import io.lull.coordinator.audit.AuditLog;
import io.lull.coordinator.audit.InMemoryTrail;
import io.lull.coordinator.core.store.NameStore;
import io.lull.coordinator.core.store.RevocationStore;
import io.lull.coordinator.core.store.TokenStore;
import io.lull.coordinator.store.SharedRecordMaps;
import io.lull.protocol.model.Role;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.EnrolmentClient;
import io.lull.protocol.transport.EnrolmentToken;
import io.lull.protocol.transport.Identity;
import io.lull.protocol.transport.KnownPeer;
import io.lull.protocol.transport.Peer;
import io.lull.protocol.wire.EnrolReply;
import io.lull.protocol.wire.EnrolRequest;
import io.lull.testkit.random.Fuzzer;
import io.lull.testkit.random.Seed;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What strangers can send: tokens, keys with names, certificates. */
final class EnrolmentFuzzTest {
  @RegisterExtension private final Seed seed = Seed.ofThisRun();
  private final SharedRecordMaps maps = new SharedRecordMaps();
  private final AuditLog audit = new AuditLog(new InMemoryTrail(), SystemClock.INSTANCE);
  private Authority authority;
  private Tokens tokens;
  private EnrolmentService service;

  /** The request was answered with a refusal that is the caller's fault. */
  private static final class Refused extends Exception {
    private static final long serialVersionUID = 1;
  }

  @BeforeEach
  void open(@TempDir Path folder) throws Exception {
    audit.start();
    final SecureRandom random = new SecureRandom();
    authority = Authority.open(folder, SystemClock.INSTANCE, random);
    tokens =
        new Tokens(new TokenStore(maps), authority.certificate(), SystemClock.INSTANCE, random);
    final NameStore names = new NameStore(maps);
    service =
        new EnrolmentService(
            authority,
            tokens,
            names,
            new Revocations(new RevocationStore(maps), names, tokens, audit, SystemClock.INSTANCE),
            SystemClock.INSTANCE,
            audit,
            () -> {});
  }

  @AfterEach
  void close() throws Exception {
    audit.close();
  }

  @Test
  void aDamagedTokenIsRefused() {
    final String token = tokens.create(Role.NODE, "", Duration.ofHours(1), "ada").token().text();
    new Fuzzer(seed, "token")
        .samples(token.getBytes(StandardCharsets.UTF_8))
        .refusals(IllegalArgumentException.class)
        .run(text -> EnrolmentToken.parse(new String(text, StandardCharsets.UTF_8)));
  }

  @Test
  void aDamagedEnrolmentIsRefused() throws Exception {
    final EnrolmentToken token = tokens.create(Role.NODE, "", Duration.ofHours(1), "ada").token();
    new Fuzzer(seed, "enrolment")
        .messages(request(token))
        .refusals(InvalidProtocolBufferException.class, Refused.class)
        .run(this::enrol);
    assertThat(new NameStore(maps).countWith(Role.NODE)).isEqualTo(1);
  }

  @Test
  void aDamagedCertificateIsRefused() throws Exception {
    final X509Certificate valid = authority.enrolled("desk-1", Role.NODE, key().getPublic());
    new Fuzzer(seed, "certificate")
        .samples(valid.getEncoded())
        .refusals(GeneralSecurityException.class)
        .run(der -> {
          final X509Certificate shown = Identity.certificate(der);
          shown.verify(authority.certificate().getPublicKey());
          assertThat(Peer.of(shown)).contains(new Peer("desk-1", "node"));
          assertThat(KnownPeer.keySha256(shown)).isEqualTo(KnownPeer.keySha256(valid));
        });
  }

  private void enrol(byte[] input) throws Exception {
    final EnrolRequest request = EnrolRequest.parseFrom(input);
    final Answer answer = new Answer();
    service.enrol(request, answer);
    final Status.Code code = answer.code;
    assertThat(code)
        .isIn(Status.Code.OK, Status.Code.INVALID_ARGUMENT, Status.Code.PERMISSION_DENIED);
    if (code != Status.Code.OK) {
      throw new Refused();
    }
  }

  private static EnrolRequest request(EnrolmentToken token) throws GeneralSecurityException {
    final KeyPair pair = key();
    final Signature signature = Signature.getInstance("SHA256withECDSA");
    signature.initSign(pair.getPrivate());
    signature.update(EnrolmentClient.proven(token.secret(), "desk-1"));
    return EnrolRequest.newBuilder()
        .setTokenSecret(token.secret())
        .setPublicKeySpki(ByteString.copyFrom(pair.getPublic().getEncoded()))
        .setName("desk-1")
        .setProof(ByteString.copyFrom(signature.sign()))
        .build();
  }

  private static KeyPair key() throws GeneralSecurityException {
    final KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    return generator.generateKeyPair();
  }

  private static final class Answer implements StreamObserver<EnrolReply> {
    private Status.Code code = Status.Code.UNKNOWN;

    @Override
    public void onNext(EnrolReply reply) {}

    @Override
    public void onError(Throwable failure) {
      code = Status.fromThrowable(failure).getCode();
    }

    @Override
    public void onCompleted() {
      code = Status.Code.OK;
    }
  }
}
