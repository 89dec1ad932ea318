package io.lull.protocol.transport;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Trusts a server whose certificate the authority signed for the given role. Without the role any
 * enrolled node, whose certificate has the same server name, could pose as the coordinator. Between
 * equals clients are held to the same.
 */
final class RoleTrust extends X509ExtendedTrustManager {
  private final @Nullable X509Certificate known;
  private final String fingerprint;
  private final String role;
  private final boolean amongEquals;
  private final PeerCheck check;
  private final AtomicReference<@Nullable String> rejection = new AtomicReference<>();

  private RoleTrust(
      @Nullable X509Certificate known,
      String fingerprint,
      String role,
      boolean amongEquals,
      PeerCheck check) {
    this.known = known;
    this.fingerprint = fingerprint;
    this.role = role;
    this.amongEquals = amongEquals;
    this.check = check;
  }

  static RoleTrust of(X509Certificate authority, String role, PeerCheck check) {
    return new RoleTrust(authority, EnrolmentToken.fingerprint(authority), role, false, check);
  }

  /** Of those who all have the role, and connect to each other. */
  static RoleTrust amongEquals(X509Certificate authority, String role) {
    return new RoleTrust(
        authority, EnrolmentToken.fingerprint(authority), role, true, PeerCheck.NONE);
  }

  /** The authority is what the server shows with this fingerprint. */
  static RoleTrust pinned(String authoritySha256, String role) {
    return new RoleTrust(null, authoritySha256, role, false, PeerCheck.NONE);
  }

  /** Why the last server was not trusted; null: none was refused. */
  @Nullable String rejection() {
    return rejection.get();
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    final X509ExtendedTrustManager delegate = delegate(chain);
    try {
      delegate.checkServerTrusted(chain, authType, engine);
    } catch (CertificateException e) {
      throw refuse("its certificate is invalid: " + e.getMessage());
    }
    checkRole(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    final X509ExtendedTrustManager delegate = delegate(chain);
    try {
      delegate.checkServerTrusted(chain, authType, socket);
    } catch (CertificateException e) {
      throw refuse("its certificate is invalid: " + e.getMessage());
    }
    checkRole(chain);
  }

  /** Always refused: without the connection the server's name cannot be compared. */
  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    throw refuse("unknown connection");
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    refuseWhereOnlyAClient();
    final X509ExtendedTrustManager delegate = delegate(chain);
    try {
      delegate.checkClientTrusted(chain, authType, engine);
    } catch (CertificateException e) {
      throw refuse("its certificate is invalid: " + e.getMessage());
    }
    checkRole(chain);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    refuseWhereOnlyAClient();
    final X509ExtendedTrustManager delegate = delegate(chain);
    try {
      delegate.checkClientTrusted(chain, authType, socket);
    } catch (CertificateException e) {
      throw refuse("its certificate is invalid: " + e.getMessage());
    }
    checkRole(chain);
  }

  /** Always refused, as for a server. */
  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    throw refuse("unknown connection");
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return known == null ? new X509Certificate[0] : new X509Certificate[] {known};
  }

  private void refuseWhereOnlyAClient() throws CertificateException {
    if (!amongEquals) {
      throw refuse("this side is a client");
    }
  }

  private X509ExtendedTrustManager delegate(X509Certificate[] chain) throws CertificateException {
    X509Certificate authority = known;
    if (authority == null) {
      authority =
          Arrays.stream(chain)
              .filter(shown -> EnrolmentToken.fingerprint(shown).equals(fingerprint))
              .findFirst()
              .orElse(null);
    }
    if (authority == null) {
      throw refuse("it does not belong to the grid that issued this token");
    }
    try {
      return (X509ExtendedTrustManager) Identity.trusting(authority).getTrustManagers()[0];
    } catch (GeneralSecurityException e) {
      throw new CertificateException(e);
    }
  }

  private void checkRole(X509Certificate[] chain) throws CertificateException {
    final Peer peer =
        Peer.of(chain[0])
            .filter(shown -> shown.role().equals(role))
            .orElseThrow(() -> refuse("its certificate is not for the role " + role));
    final Optional<String> objection =
        check.objection(new KnownPeer(peer, KnownPeer.keySha256(chain[0])));
    if (objection.isPresent()) {
      throw refuse(objection.get());
    }
  }

  private CertificateException refuse(String why) {
    rejection.set(why);
    return new CertificateException(why);
  }
}
