package io.lull.coordinator.enrolment;

import io.lull.protocol.time.Clock;
import io.lull.protocol.transport.Identity;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The authority of the page's certificate. Browsers can trust it without harm: it is limited to the
 * page's own names, and nobody in the grid trusts what it signs.
 *
 * <p>Its key follows from the grid's authority, so that it is the same after each start and for all
 * coordinators of a grid.
 */
public final class PageAuthority {
  private static final Duration PAGE_VALIDITY = Duration.ofDays(90);
  private static final List<String> THIS_COMPUTER = List.of("localhost", "127.0.0.1", "::1");

  private final Certificates certificates;
  private final KeyPair pair;
  private final X509Certificate certificate;
  private final List<String> names;
  private final Clock clock;

  private PageAuthority(
      Certificates certificates,
      KeyPair pair,
      X509Certificate certificate,
      List<String> names,
      Clock clock) {
    this.certificates = certificates;
    this.pair = pair;
    this.certificate = certificate;
    this.names = names;
    this.clock = clock;
  }

  /**
   * @param hosts under which this coordinator's page is known, the usual one first; the loopback's
   *     are added
   */
  public static PageAuthority of(Authority grid, List<String> hosts, Clock clock)
      throws GeneralSecurityException {
    final Set<String> names = new LinkedHashSet<>();
    hosts.stream().filter(Certificates::isServerName).forEach(names::add);
    names.addAll(THIS_COMPUTER);
    final KeyPair pair =
        Certificates.keyFrom(
            ByteBuffer.allocate(64)
                .put(grid.secret("page authority, first half"))
                .put(grid.secret("page authority, second half"))
                .array());
    final Certificates certificates = grid.certificates();
    final X509Certificate certificate =
        certificates.serverAuthority(
            pair,
            "Lull page of " + names.iterator().next(),
            List.copyOf(names),
            clock.epochMillis(),
            Duration.between(
                Instant.ofEpochMilli(clock.epochMillis()),
                grid.certificate().getNotAfter().toInstant()));
    return new PageAuthority(certificates, pair, certificate, List.copyOf(names), clock);
  }

  public X509Certificate certificate() {
    return certificate;
  }

  /** What the page shows, made again and never written down. */
  public Identity page() throws GeneralSecurityException {
    return server(names);
  }

  Identity server(List<String> under) throws GeneralSecurityException {
    final KeyPair own = certificates.newKey();
    final X509Certificate shown =
        certificates.member(
            certificate,
            pair.getPrivate(),
            Certificates.subject(under.getFirst(), "page"),
            own.getPublic(),
            under,
            clock.epochMillis(),
            PAGE_VALIDITY);
    return new Identity(own.getPrivate(), shown, certificate);
  }
}
