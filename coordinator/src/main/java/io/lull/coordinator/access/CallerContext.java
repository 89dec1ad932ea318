package io.lull.coordinator.access;

import io.grpc.Attributes;
import io.grpc.Context;
import io.grpc.Status;
import io.lull.coordinator.core.access.Caller;
import io.lull.protocol.model.Role;
import io.lull.protocol.transport.KnownPeer;
import java.util.Optional;
import java.util.stream.Stream;
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
    return KnownPeer.of(session).flatMap(peer -> of(peer, host));
  }

  /** Empty when this is nobody who enrolled. */
  static Optional<Caller> of(KnownPeer peer, String host) {
    return role(peer).map(role -> new Caller(peer.peer().name(), role, peer.keySha256(), host));
  }

  /** Empty when this is nobody who enrolled. */
  static Optional<Role> role(KnownPeer peer) {
    return Stream.of(Role.values())
        .filter(role -> role.wire().equals(peer.peer().role()))
        .findFirst();
  }
}
