package io.lull.coordinator.enrolment;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import io.lull.coordinator.access.CallerContext;
import io.lull.coordinator.audit.Action;
import io.lull.coordinator.audit.AuditLog;
import io.lull.coordinator.core.access.Caller;
import io.lull.coordinator.core.store.NameStore;
import io.lull.coordinator.core.store.StoreException;
import io.lull.protocol.log.LogContext;
import io.lull.protocol.model.Role;
import io.lull.protocol.time.Clock;
import io.lull.protocol.transport.EnrolmentClient;
import io.lull.protocol.wire.EnrolReply;
import io.lull.protocol.wire.EnrolRequest;
import io.lull.protocol.wire.EnrolmentGrpc;
import io.lull.protocol.wire.RenewRequest;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Trades a one-time token for a certificate. */
public final class EnrolmentService extends EnrolmentGrpc.EnrolmentImplBase {
  private static final Logger LOG = LoggerFactory.getLogger(EnrolmentService.class);
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._@-]{0,59}");
  private static final int P256_BITS = 256;
  private static final int MAX_NAMESAKES = 1000;

  private final Authority authority;
  private final Tokens tokens;
  private final NameStore names;
  private final Revocations revocations;
  private final RenewedKeys keys;
  private final Clock clock;
  private final AuditLog audit;
  private final Runnable administratorEnrolled;

  /**
   * @param administratorEnrolled called when somebody became an administrator
   */
  public EnrolmentService(
      Authority authority,
      Tokens tokens,
      NameStore names,
      Revocations revocations,
      Clock clock,
      AuditLog audit,
      Runnable administratorEnrolled) {
    this.authority = authority;
    this.tokens = tokens;
    this.names = names;
    this.revocations = revocations;
    this.keys = new RenewedKeys(names, clock);
    this.clock = clock;
    this.audit = audit;
    this.administratorEnrolled = administratorEnrolled;
  }

  @Override
  public void renew(RenewRequest request, StreamObserver<EnrolReply> reply) {
    final Caller caller = CallerContext.current();
    try {
      reply.onNext(renew(caller, request));
      reply.onCompleted();
    } catch (IllegalArgumentException e) {
      reply.onError(Status.INVALID_ARGUMENT.withDescription(e.getMessage()).asRuntimeException());
    } catch (RenewalRefusedException e) {
      LOG.info("Refused to renew the certificate of {}: {}", caller, e.getMessage());
      audit.refused(caller, Action.RENEW, caller.name(), String.valueOf(e.getMessage()));
      reply.onError(Status.PERMISSION_DENIED.withDescription(e.getMessage()).asRuntimeException());
    } catch (StoreException | GeneralSecurityException e) {
      LOG.error("A renewal failed", e);
      reply.onError(
          Status.INTERNAL
              .withDescription("the coordinator cannot store the renewal: " + e.getMessage())
              .asRuntimeException());
    }
  }

  /** Name and role are those of the certificate that was shown; nothing else can be asked for. */
  private EnrolReply renew(Caller caller, RenewRequest request)
      throws RenewalRefusedException, GeneralSecurityException {
    final PublicKey key = key(request.getPublicKeySpki().toByteArray());
    if (!proves(
        key,
        EnrolmentClient.proven(EnrolmentClient.RENEW, caller.name()),
        request.getProof().toByteArray())) {
      throw new IllegalArgumentException(
          "the proof of possession of the key is invalid: renew again");
    }
    final X509Certificate certificate = authority.enrolled(caller.name(), caller.role(), key);
    keys.add(caller, ByteString.copyFrom(Certificates.sha256(key.getEncoded())));
    LogContext.ofNode(
        caller.role() == Role.NODE ? caller.name() : "",
        () -> LOG.info("Renewed the certificate of {}", caller));
    audit.did(
        caller,
        Action.RENEW,
        caller.name(),
        "valid until " + certificate.getNotAfter().toInstant().truncatedTo(ChronoUnit.SECONDS));
    return reply(certificate, caller.role(), caller.name());
  }

  private EnrolReply reply(X509Certificate certificate, Role role, String name)
      throws GeneralSecurityException {
    return EnrolReply.newBuilder()
        .setCertificateDer(ByteString.copyFrom(certificate.getEncoded()))
        .setAuthorityDer(ByteString.copyFrom(authority.certificate().getEncoded()))
        .setRole(role.wire())
        .setName(name)
        .build();
  }

  @Override
  public void enrol(EnrolRequest request, StreamObserver<EnrolReply> reply) {
    try {
      reply.onNext(enrol(request));
      reply.onCompleted();
    } catch (IllegalArgumentException e) {
      reply.onError(Status.INVALID_ARGUMENT.withDescription(e.getMessage()).asRuntimeException());
    } catch (TokenRefusedException e) {
      LOG.info("Refused to enrol '{}': {}", printable(request.getName()), e.getMessage());
      audit.refused(
          printable(request.getName()),
          "",
          CallerContext.currentHost(),
          Action.ENROL,
          "",
          String.valueOf(e.getMessage()));
      reply.onError(Status.PERMISSION_DENIED.withDescription(e.getMessage()).asRuntimeException());
    } catch (StoreException | GeneralSecurityException e) {
      LOG.error("Enrolment failed", e);
      reply.onError(
          Status.INTERNAL
              .withDescription("the coordinator cannot store the enrolment: " + e.getMessage())
              .asRuntimeException());
    }
  }

  private EnrolReply enrol(EnrolRequest request)
      throws TokenRefusedException, GeneralSecurityException {
    checkName(request.getName());
    final PublicKey key = key(request.getPublicKeySpki().toByteArray());
    if (!proves(
        key,
        EnrolmentClient.proven(request.getTokenSecret(), request.getName()),
        request.getProof().toByteArray())) {
      throw new IllegalArgumentException(
          "the proof of possession of the key is invalid: enrol again");
    }
    checkNotRevoked(request);
    final Tokens.Grant grant = tokens.use(secret(request.getTokenSecret()), request.getName());
    final Role role = grant.role();
    final byte[] keySha256 = Certificates.sha256(key.getEncoded());
    final String name =
        grant.bound()
            ? takeBound(role, request.getName(), keySha256)
            : takeName(role, request.getName(), keySha256);
    final X509Certificate certificate = authority.enrolled(name, role, key);
    LogContext.ofNode(
        role == Role.NODE ? name : "", () -> LOG.info("Enrolled {} {}", role.wire(), name));
    audit.did(name, role.wire(), CallerContext.currentHost(), Action.ENROL, name, "");
    if (role == Role.ADMIN) {
      administratorEnrolled.run();
    }
    return reply(certificate, role, name);
  }

  /**
   * @throws IllegalArgumentException with one line when nobody can be called so
   */
  public static void checkName(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "'"
              + printable(name)
              + "' is not a valid name: use up to 60 letters, digits, dots, hyphens, underscores"
              + " and @, beginning with a letter or digit");
    }
  }

  /**
   * @throws IllegalArgumentException when somebody has the name
   */
  private String takeBound(Role role, String name, byte[] keySha256) {
    if (!names.take(role, name, keySha256, clock.epochMillis())) {
      throw new IllegalArgumentException(
          "'" + name + "' is enrolled already: an administrator can revoke it (lull revoke)");
    }
    return name;
  }

  /** Rights and jobs go by name: those of who was revoked are nobody else's. */
  private void checkNotRevoked(EnrolRequest request) throws TokenRefusedException {
    final String name = request.getName();
    final boolean person = tokens.isForSomebodyElse(secret(request.getTokenSecret()), name);
    if (person && revocations.isRevokedPerson(name)) {
      throw new IllegalArgumentException(
          "'"
              + name
              + "' was revoked: choose another name, or ask an administrator for a token for it"
              + " (lull token create --for "
              + name
              + ")");
    }
  }

  private String takeName(Role role, String wanted, byte[] keySha256) {
    for (int i = 1; i <= MAX_NAMESAKES; i++) {
      final String name = i == 1 ? wanted : wanted + "-" + i;
      if (names.take(role, name, keySha256, clock.epochMillis())) {
        return name;
      }
    }
    throw new IllegalArgumentException(
        "too many names begin with '" + wanted + "': choose another name");
  }

  private static PublicKey key(byte[] spki) {
    try {
      final PublicKey key =
          KeyFactory.getInstance("EC").generatePublic(new X509EncodedKeySpec(spki));
      if (key instanceof ECPublicKey ec && ec.getParams().getOrder().bitLength() == P256_BITS) {
        return key;
      }
    } catch (GeneralSecurityException e) {
      LOG.debug("no key", e);
    }
    throw new IllegalArgumentException("the public key is not a P-256 key");
  }

  private static boolean proves(PublicKey key, byte[] proven, byte[] proof) {
    try {
      final Signature signature = Signature.getInstance("SHA256withECDSA");
      signature.initVerify(key);
      signature.update(proven);
      return signature.verify(proof);
    } catch (GeneralSecurityException e) {
      LOG.debug("no signature", e);
      return false;
    }
  }

  private static byte[] secret(String text) throws TokenRefusedException {
    try {
      return Base64.getUrlDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw new TokenRefusedException("this token is incomplete or damaged: copy all of it again");
    }
  }

  private static String printable(String text) {
    final String cut = text.length() > 60 ? text.substring(0, 60) + "…" : text;
    return cut.replaceAll("[^\\p{Graph} ]", "?");
  }
}
