package io.lull.protocol.transport;

import java.security.Principal;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/**
 * The identity of a peer, as its certificate states it.
 *
 * @param name the subject's common name
 * @param role the subject's organisational unit: node, user, admin, coordinator (as agents and
 *     people see it) or member (as other coordinators do)
 */
public record Peer(String name, String role) {
  public static final String COORDINATOR = "coordinator";
  public static final String MEMBER = "member";

  /** Empty when the certificate is not one of Lull's. */
  public static Optional<Peer> of(X509Certificate certificate) {
    return named(certificate.getSubjectX500Principal());
  }

  /** Empty when the other side showed no certificate of Lull's. */
  public static Optional<Peer> of(SSLSession session) {
    try {
      final Certificate[] chain = session.getPeerCertificates();
      return chain.length > 0 && chain[0] instanceof X509Certificate leaf
          ? of(leaf)
          : Optional.empty();
    } catch (SSLPeerUnverifiedException e) {
      return Optional.empty();
    }
  }

  private static Optional<Peer> named(Principal subject) {
    String name = "";
    String role = "";
    try {
      for (final Rdn part : new LdapName(subject.getName()).getRdns()) {
        if (part.getType().equalsIgnoreCase("CN")) {
          name = part.getValue().toString();
        } else if (part.getType().equalsIgnoreCase("OU")) {
          role = part.getValue().toString();
        }
      }
    } catch (InvalidNameException e) {
      return Optional.empty();
    }
    return name.isEmpty() || role.isEmpty() ? Optional.empty() : Optional.of(new Peer(name, role));
  }
}
