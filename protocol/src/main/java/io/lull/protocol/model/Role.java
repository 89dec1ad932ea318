package io.lull.protocol.model;

import java.util.Locale;

/** The role of a certificate, which determines what its holder may call. */
public enum Role {
  NODE,
  USER,
  ADMIN;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * @throws IllegalArgumentException with one line that names the roles
   */
  public static Role of(String wire) {
    for (final Role role : values()) {
      if (role.wire().equals(wire)) {
        return role;
      }
    }
    throw new IllegalArgumentException("'" + wire + "' is not a role: use node, user or admin");
  }
}
