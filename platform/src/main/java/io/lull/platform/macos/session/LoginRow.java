package io.lull.platform.macos.session;

/**
 * A row of the system's table of logins.
 *
 * @param line {@code console} for a desktop, else a terminal below {@code /dev}
 * @param host of origin; empty: this machine
 */
record LoginRow(String user, String line, String host) {
  boolean desktop() {
    return line.equals("console");
  }

  /** Terminals in a desktop's windows get their input through the desktop. */
  boolean remoteTerminal() {
    return !desktop() && !host.isBlank();
  }
}
