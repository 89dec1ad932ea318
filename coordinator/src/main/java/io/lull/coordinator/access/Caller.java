package io.lull.coordinator.access;

import com.google.protobuf.ByteString;
import io.grpc.Context;
import io.grpc.Status;
import io.lull.protocol.model.Role;

/**
 * Who asks, as their certificate says.
 *
 * @param keySha256 of their public key
 */
public record Caller(String name, Role role, ByteString keySha256) {
  static final Context.Key<Caller> KEY = Context.key("caller");

  /** The one who asks in the call at hand. */
  public static Caller current() {
    final Caller caller = KEY.get();
    if (caller == null) {
      throw Status.UNAUTHENTICATED
          .withDescription("nobody is known to have asked this")
          .asRuntimeException();
    }
    return caller;
  }

  public boolean administers() {
    return role == Role.ADMIN;
  }

  @Override
  public String toString() {
    return role.wire() + " " + name;
  }
}
