package io.lull.coordinator.access;

import com.google.protobuf.ByteString;
import io.grpc.Attributes;
import io.grpc.Context;
import io.grpc.Status;
import io.lull.coordinator.core.access.Caller;
import io.lull.protocol.model.Role;
import io.lull.protocol.transport.Peer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/** The caller of the current gRPC call, identified by its TLS session. */
public final class CallerContext {
  static final Context.Key<Caller> KEY = Context.key("caller");

  /** Where the call at hand comes from, also of one who has no certificate yet. */
  static final Context.Key<String> HOST = Context.key("host");

  /** Of a connection whose certificate was looked at. */
  static final Attributes.Key<Caller> OF_CONNECTION = Attributes.Key.create("lull-caller");

  private CallerContext() {}

  /** The one who asks in the call at hand. */
  public static Caller current() {
    final Caller caller = KEY.get();
    if (caller == null) {
      throw Status.UNAUTHENTICATED.withDescription("the caller is unknown").asRuntimeException();
    }
    return caller;
  }

  /** Where one who enrols in the call at hand asks from; empty when that is not known. */
  public static String currentHost() {
    final String host = HOST.get();
    return host == null ? "" : host;
  }

  /** Empty when the other side showed no certificate of somebody who enrolled. */
  public static Optional<Caller> of(SSLSession session, String host) {
    return Peer.of(session).flatMap(peer -> of(session, peer, host));
  }

  private static Optional<Caller> of(SSLSession session, Peer peer, String host) {
    try {
      final Role role = Role.of(peer.role());
      final X509Certificate certificate = (X509Certificate) session.getPeerCertificates()[0];
      final ByteString key =
          ByteString.copyFrom(
              MessageDigest.getInstance("SHA-256").digest(certificate.getPublicKey().getEncoded()));
      return Optional.of(new Caller(peer.name(), role, key, host));
    } catch (SSLPeerUnverifiedException | IllegalArgumentException e) {
      return Optional.empty();
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }
}
