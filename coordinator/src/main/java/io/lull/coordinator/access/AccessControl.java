package io.lull.coordinator.access;

import com.google.protobuf.ByteString;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.lull.protocol.model.Role;
import io.lull.protocol.transport.Peer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/**
 * Lets a call through when the caller's role may make it. The handshake has already refused
 * certificates that are expired or of another authority.
 */
public final class AccessControl implements ServerInterceptor {

  @Override
  public <Q, P> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, P> call, Metadata headers, ServerCallHandler<Q, P> next) {
    final String method = call.getMethodDescriptor().getFullMethodName();
    if (Permissions.open(method)) {
      return next.startCall(call, headers);
    }
    final Optional<Caller> caller =
        Optional.ofNullable(call.getAttributes().get(Grpc.TRANSPORT_ATTR_SSL_SESSION))
            .flatMap(AccessControl::caller);
    if (caller.isEmpty()) {
      return refuse(
          call,
          Status.UNAUTHENTICATED.withDescription(
              "this needs a certificate of the grid: enrol with a token first (lull login)"));
    }
    if (!Permissions.allowed(method, caller.get().role())) {
      return refuse(
          call,
          Status.PERMISSION_DENIED.withDescription(
              caller.get().name()
                  + " may not do this: it is not for the role '"
                  + caller.get().role().wire()
                  + "'"));
    }
    return Contexts.interceptCall(
        Context.current().withValue(Caller.KEY, caller.get()), call, headers, next);
  }

  private static Optional<Caller> caller(SSLSession session) {
    return Peer.of(session).flatMap(peer -> caller(session, peer));
  }

  private static Optional<Caller> caller(SSLSession session, Peer peer) {
    try {
      final Role role = Role.of(peer.role());
      final X509Certificate certificate = (X509Certificate) session.getPeerCertificates()[0];
      final ByteString key =
          ByteString.copyFrom(
              MessageDigest.getInstance("SHA-256").digest(certificate.getPublicKey().getEncoded()));
      return Optional.of(new Caller(peer.name(), role, key));
    } catch (SSLPeerUnverifiedException | IllegalArgumentException e) {
      return Optional.empty();
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }

  private static <Q, P> ServerCall.Listener<Q> refuse(ServerCall<Q, P> call, Status status) {
    call.close(status, new Metadata());
    return new ServerCall.Listener<>() {};
  }
}
