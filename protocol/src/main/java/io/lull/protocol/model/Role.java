package io.lull.protocol.model;

import java.util.Locale;

/** What a certificate allows its holder to ask. */
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
    throw new IllegalArgumentException("'" + wire + "' is not a role: it is node, user or admin");
  }
}
