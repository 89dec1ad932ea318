package io.lull.protocol.transport;

import com.google.protobuf.ByteString;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/**
 * A peer that has proved, in a TLS handshake, that it holds the key of its certificate.
 *
 * @param keySha256 of its public key
 */
public record KnownPeer(Peer peer, ByteString keySha256) {

  /** Empty when the other side showed no certificate of Lull's. */
  public static Optional<KnownPeer> of(SSLSession session) {
    return Peer.of(session).flatMap(peer -> of(session, peer));
  }

  /** The hash by which a key is revoked. */
  public static ByteString keySha256(X509Certificate certificate) {
    try {
      return ByteString.copyFrom(
          MessageDigest.getInstance("SHA-256").digest(certificate.getPublicKey().getEncoded()));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }

  private static Optional<KnownPeer> of(SSLSession session, Peer peer) {
    try {
      final X509Certificate leaf = (X509Certificate) session.getPeerCertificates()[0];
      return Optional.of(new KnownPeer(peer, keySha256(leaf)));
    } catch (SSLPeerUnverifiedException e) {
      return Optional.empty();
    }
  }
}
