package io.lull.coordinator.enrolment;

/** A certificate is not renewed; the message is one line for people. */
final class RenewalRefusedException extends Exception {
  private static final long serialVersionUID = 1;

  RenewalRefusedException(String line) {
    super(line);
  }
}
