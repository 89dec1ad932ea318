package io.lull.coordinator.core.access;

import com.google.protobuf.ByteString;
import io.lull.protocol.model.Role;

/**
 * The caller of a request, as its certificate identifies it.
 *
 * @param keySha256 of their public key
 * @param host where they ask from
 */
public record Caller(String name, Role role, ByteString keySha256, String host) {
  public boolean administers() {
    return role == Role.ADMIN;
  }

  /** Whether they are the person of this name: nodes may be called like people. */
  public boolean isPerson(String user) {
    return role != Role.NODE && name.equals(user);
  }

  @Override
  public String toString() {
    return role.wire() + " " + name;
  }
}
