package io.lull.platform.macos.session;

/**
 * A row of the system's table of logins.
 *
 * @param line {@code console} for a desktop, else a terminal as below {@code /dev}
 * @param host from which; empty: this machine
 */
record LoginRow(String user, String line, String host) {
  boolean desktop() {
    return line.equals("console");
  }

  /** Terminals of a desktop's own windows have their input through the desktop. */
  boolean remoteTerminal() {
    return !desktop() && !host.isBlank();
  }
}
