package io.lull.protocol.transport;

import com.google.protobuf.ByteString;
import io.grpc.Channel;
import io.grpc.Grpc;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.TlsChannelCredentials;
import io.lull.protocol.wire.EnrolReply;
import io.lull.protocol.wire.EnrolRequest;
import io.lull.protocol.wire.EnrolmentGrpc;
import io.lull.protocol.wire.RenewRequest;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Trades a token for an identity. */
public final class EnrolmentClient {
  /** The word before the name in what a renewal's proof signs. */
  public static final String RENEW = "renew";

  /**
   * @param name as the coordinator gave it: made unique where needed
   * @param role node, user or admin
   */
  public record Enrolled(Identity identity, String name, String role) {}

  private EnrolmentClient() {}

  /**
   * Asks each coordinator in turn until one answers. The private key is made here and never leaves
   * this process but by {@link Identity#store}.
   *
   * @param patience for each coordinator
   */
  public static Enrolled enrol(
      List<HostPort> coordinators, EnrolmentToken token, String name, Duration patience)
      throws EnrolmentException {
    if (coordinators.isEmpty()) {
      throw new EnrolmentException(EnrolmentException.Kind.BAD_INPUT, "no coordinator given");
    }
    final KeyPair pair;
    final EnrolRequest request;
    try {
      pair = newKey();
      request = request(token, name, pair);
    } catch (GeneralSecurityException e) {
      throw new EnrolmentException(
          EnrolmentException.Kind.BAD_INPUT, "this Java runtime cannot create a P-256 key", e);
    }
    for (int i = 0; ; i++) {
      try {
        return ask(coordinators.get(i), token, request, pair, patience);
      } catch (EnrolmentException e) {
        if (e.kind() != EnrolmentException.Kind.UNREACHABLE || i == coordinators.size() - 1) {
          throw e;
        }
      }
    }
  }

  /**
   * Trades a certificate that is still good for another of the same name and role, for a key that
   * is made here. Nothing is kept anywhere: that is the caller's, by {@link Identity#storeRenewed}.
   *
   * @param channel on which the present certificate was shown
   */
  public static Identity renew(Channel channel, Identity present, Duration patience)
      throws EnrolmentException {
    try {
      final KeyPair pair = newKey();
      final Signature signature = Signature.getInstance("SHA256withECDSA");
      signature.initSign(pair.getPrivate());
      signature.update(proven(RENEW, name(present)));
      final EnrolReply reply =
          EnrolmentGrpc.newBlockingStub(channel)
              .withDeadlineAfter(patience.toMillis(), TimeUnit.MILLISECONDS)
              .renew(
                  RenewRequest.newBuilder()
                      .setPublicKeySpki(ByteString.copyFrom(pair.getPublic().getEncoded()))
                      .setProof(ByteString.copyFrom(signature.sign()))
                      .build());
      return renewed(reply, present, pair);
    } catch (StatusRuntimeException e) {
      final String line =
          e.getStatus().getDescription() == null
              ? e.getStatus().getCode().name()
              : e.getStatus().getDescription();
      throw new EnrolmentException(
          e.getStatus().getCode() == Status.Code.PERMISSION_DENIED
              ? EnrolmentException.Kind.REFUSED
              : EnrolmentException.Kind.UNREACHABLE,
          "not renewed: " + line,
          e);
    } catch (GeneralSecurityException e) {
      throw new EnrolmentException(
          EnrolmentException.Kind.REFUSED,
          "not renewed: the coordinator issued an invalid certificate: " + e.getMessage(),
          e);
    }
  }

  private static String name(Identity present) throws GeneralSecurityException {
    return Peer.of(present.certificate())
        .map(Peer::name)
        .orElseThrow(() -> new GeneralSecurityException("the present one has no name"));
  }

  private static Identity renewed(EnrolReply reply, Identity present, KeyPair pair)
      throws GeneralSecurityException {
    final X509Certificate certificate =
        Identity.certificate(reply.getCertificateDer().toByteArray());
    certificate.verify(present.authority().getPublicKey());
    if (!certificate.getPublicKey().equals(pair.getPublic())) {
      throw new GeneralSecurityException("it is for another key");
    }
    if (!Peer.of(certificate).equals(Peer.of(present.certificate()))) {
      throw new GeneralSecurityException("it is for another name or role");
    }
    return new Identity(pair.getPrivate(), certificate, present.authority());
  }

  /** The bytes that the proof signs: the token's secret and the name, as UTF-8. */
  public static byte[] proven(String tokenSecret, String name) {
    return (tokenSecret + name).getBytes(StandardCharsets.UTF_8);
  }

  private static EnrolRequest request(EnrolmentToken token, String name, KeyPair pair)
      throws GeneralSecurityException {
    final Signature signature = Signature.getInstance("SHA256withECDSA");
    signature.initSign(pair.getPrivate());
    signature.update(proven(token.secret(), name));
    return EnrolRequest.newBuilder()
        .setTokenSecret(token.secret())
        .setPublicKeySpki(ByteString.copyFrom(pair.getPublic().getEncoded()))
        .setName(name)
        .setProof(ByteString.copyFrom(signature.sign()))
        .build();
  }

  private static Enrolled ask(
      HostPort coordinator,
      EnrolmentToken token,
      EnrolRequest request,
      KeyPair pair,
      Duration patience)
      throws EnrolmentException {
    final RoleTrust trust = RoleTrust.pinned(token.authoritySha256(), Peer.COORDINATOR);
    final ManagedChannel channel =
        Grpc.newChannelBuilderForAddress(
                coordinator.host(),
                coordinator.port(),
                TlsChannelCredentials.newBuilder().trustManager(trust).build())
            .overrideAuthority(Credentials.SERVER_NAME)
            .build();
    try {
      final EnrolReply reply =
          EnrolmentGrpc.newBlockingStub(channel)
              .withDeadlineAfter(patience.toMillis(), TimeUnit.MILLISECONDS)
              .enrol(request);
      return enrolled(reply, token, pair);
    } catch (StatusRuntimeException e) {
      final String rejection = trust.rejection();
      if (rejection != null) {
        throw new EnrolmentException(
            EnrolmentException.Kind.REFUSED,
            "the coordinator at " + coordinator + " is not trusted: " + rejection,
            e);
      }
      throw translate(e, coordinator);
    } catch (GeneralSecurityException e) {
      throw new EnrolmentException(
          EnrolmentException.Kind.REFUSED,
          "the coordinator at " + coordinator + " issued an invalid certificate: " + e,
          e);
    } finally {
      channel.shutdownNow();
    }
  }

  private static Enrolled enrolled(EnrolReply reply, EnrolmentToken token, KeyPair pair)
      throws GeneralSecurityException {
    final X509Certificate authority = Identity.certificate(reply.getAuthorityDer().toByteArray());
    final X509Certificate certificate =
        Identity.certificate(reply.getCertificateDer().toByteArray());
    if (!EnrolmentToken.fingerprint(authority).equals(token.authoritySha256())) {
      throw new GeneralSecurityException("its authority is not the token's");
    }
    certificate.verify(authority.getPublicKey());
    if (!certificate.getPublicKey().equals(pair.getPublic())) {
      throw new GeneralSecurityException("it is for another key");
    }
    return new Enrolled(
        new Identity(pair.getPrivate(), certificate, authority), reply.getName(), reply.getRole());
  }

  private static EnrolmentException translate(StatusRuntimeException e, HostPort coordinator) {
    final Status status = e.getStatus();
    final String line =
        status.getDescription() == null ? "no reason given" : status.getDescription();
    return switch (status.getCode()) {
      case PERMISSION_DENIED, UNAUTHENTICATED ->
          new EnrolmentException(EnrolmentException.Kind.REFUSED, "not enrolled: " + line, e);
      case INVALID_ARGUMENT, FAILED_PRECONDITION, ALREADY_EXISTS, OUT_OF_RANGE ->
          new EnrolmentException(EnrolmentException.Kind.BAD_INPUT, "not enrolled: " + line, e);
      default ->
          new EnrolmentException(
              EnrolmentException.Kind.UNREACHABLE,
              "no coordinator responds at "
                  + coordinator
                  + " ("
                  + line
                  + "): check the address, and that it is running",
              e);
    };
  }

  private static KeyPair newKey() throws GeneralSecurityException {
    final KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    return generator.generateKeyPair();
  }
}
