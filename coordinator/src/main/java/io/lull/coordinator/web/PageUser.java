package io.lull.coordinator.web;

import com.google.protobuf.ByteString;
import io.lull.coordinator.core.access.Caller;
import io.lull.protocol.model.Role;

/**
 * A person who is signed in to the page.
 *
 * @param caller as whom they are judged
 * @param invited they have no certificate: an administrator let them in by a link
 */
record PageUser(Caller caller, boolean invited) {
  /** Somebody who never enrolled. */
  static PageUser invited(String name) {
    return new PageUser(new Caller(name, Role.USER, key(name), ""), true);
  }

  /** Stands for the key that they do not have, so that all links of one person count as theirs. */
  private static ByteString key(String name) {
    return BrowserSecret.hash("invited " + name);
  }

  /** The same, seen from where their browser is. */
  PageUser at(String host) {
    return new PageUser(
        new Caller(caller.name(), caller.role(), caller.keySha256(), host), invited);
  }

  ByteString key() {
    return caller.keySha256();
  }

  String name() {
    return caller.name();
  }
}
