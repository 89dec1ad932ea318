package io.lull.coordinator.enrolment;

import io.lull.protocol.model.Role;
import io.lull.protocol.time.Clock;
import io.lull.protocol.transport.Credentials;
import io.lull.protocol.transport.Identity;
import io.lull.protocol.transport.Peer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPrivateKey;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The grid's certificate authority: only certificates that it signed are trusted. */
public final class Authority {
  private static final Duration AUTHORITY_VALIDITY = Duration.ofDays(20 * 365);
  static final Duration MEMBER_VALIDITY = Duration.ofDays(365);

  /** The coordinator makes itself a new certificate at each start, and in time while it runs. */
  private static final Duration COORDINATOR_VALIDITY = Duration.ofDays(90);

  /**
   * Longer than any job runs: nobody but its workers has it or trusts it, and they cannot be given
   * another one while they compute.
   */
  private static final Duration JOB_VALIDITY = Duration.ofDays(10 * 365);

  /** Of what coordinators show each other; each makes itself a new one every day. */
  private static final Duration LINK_VALIDITY = Duration.ofDays(7);

  private final Identity own;
  private final Certificates certificates;
  private final Clock clock;

  private Authority(Identity own, Certificates certificates, Clock clock) {
    this.own = own;
    this.certificates = certificates;
    this.clock = clock;
  }

  /** Reads the authority from its folder, or makes one there if there is none. */
  public static Authority open(Path folder, Clock clock, SecureRandom random) throws IOException {
    final Certificates certificates = new Certificates(random);
    if (Identity.present(folder)) {
      return new Authority(Identity.load(folder), certificates, clock);
    }
    try {
      final KeyPair pair = certificates.newKey();
      final X509Certificate certificate =
          certificates.authority(
              pair, "Lull grid authority", clock.epochMillis(), AUTHORITY_VALIDITY);
      final Identity identity = new Identity(pair.getPrivate(), certificate, certificate);
      identity.store(folder);
      return new Authority(identity, certificates, clock);
    } catch (GeneralSecurityException e) {
      throw new IOException("this Java runtime cannot create certificates: " + e.getMessage(), e);
    }
  }

  public X509Certificate certificate() {
    return own.certificate();
  }

  Certificates certificates() {
    return certificates;
  }

  /**
   * A certificate for somebody who enrolled; only nodes may also serve, to each other. Whoever
   * enrols chooses a name, so that none is in it under which a browser would trust the node.
   */
  public X509Certificate enrolled(String name, Role role, PublicKey key)
      throws GeneralSecurityException {
    return member(
        name,
        role.wire(),
        key,
        role == Role.NODE ? List.of(Credentials.SERVER_NAME) : List.of(),
        MEMBER_VALIDITY);
  }

  /**
   * The coordinator's own identity, made again and never written down.
   *
   * @param hosts under which it is known
   */
  public Identity coordinator(List<String> hosts) throws GeneralSecurityException {
    final KeyPair pair = certificates.newKey();
    final Set<String> names = new LinkedHashSet<>(List.of(Credentials.SERVER_NAME, "localhost"));
    hosts.stream().filter(Certificates::isServerName).forEach(names::add);
    final X509Certificate certificate =
        member(
            "coordinator",
            Peer.COORDINATOR,
            pair.getPublic(),
            List.copyOf(names),
            COORDINATOR_VALIDITY);
    return new Identity(pair.getPrivate(), certificate, own.certificate());
  }

  /**
   * What one coordinator shows the others of its grid, and nobody else; never written down.
   *
   * @param name which of them
   */
  public Identity member(String name) throws GeneralSecurityException {
    final KeyPair pair = certificates.newKey();
    final X509Certificate certificate =
        member(
            name, Peer.MEMBER, pair.getPublic(), List.of(Credentials.SERVER_NAME), LINK_VALIDITY);
    return new Identity(pair.getPrivate(), certificate, own.certificate());
  }

  /**
   * A secret that all who have the authority's key come to, and nobody else (RFC 5869, its second
   * step: the key is random enough as it is).
   *
   * @param purpose another purpose gives another secret
   */
  public byte[] secret(String purpose) throws GeneralSecurityException {
    if (!(own.key() instanceof ECPrivateKey key)) {
      throw new GeneralSecurityException("the authority's key is not an elliptic-curve key");
    }
    final Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key.getS().toByteArray(), "HmacSHA256"));
    return mac.doFinal((purpose + '\u0001').getBytes(StandardCharsets.UTF_8));
  }

  /**
   * What the workers of one job show each other, and trust alone.
   *
   * @param certificateDer as it is sent
   */
  @SuppressWarnings("ArrayRecordComponent") // Made, sent and never compared.
  record JobKey(byte[] certificateDer, byte[] privateKeyPkcs8) {}

  JobKey job(String job) throws GeneralSecurityException {
    final KeyPair pair = certificates.newKey();
    final byte[] certificate =
        certificates.selfSigned(
            pair,
            Certificates.subject(job, "job"),
            List.of(Credentials.SERVER_NAME),
            clock.epochMillis(),
            JOB_VALIDITY);
    return new JobKey(certificate, pair.getPrivate().getEncoded());
  }

  private X509Certificate member(
      String name, String role, PublicKey key, List<String> serverNames, Duration validity)
      throws GeneralSecurityException {
    return certificates.member(
        own.certificate(),
        own.key(),
        Certificates.subject(name, role),
        key,
        serverNames,
        clock.epochMillis(),
        validity);
  }
}
