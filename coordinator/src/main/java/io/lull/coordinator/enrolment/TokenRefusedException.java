package io.lull.coordinator.enrolment;

/** A token is not good; the message is one line for people. */
public final class TokenRefusedException extends Exception {
  private static final long serialVersionUID = 1;

  TokenRefusedException(String line) {
    super(line);
  }
}
