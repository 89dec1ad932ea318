package io.lull.agent.guest;

import java.io.IOException;

/** The service has answered, and says why it does not do what it was asked. */
final class RefusedCallException extends IOException {
  private static final long serialVersionUID = 1L;

  RefusedCallException(String why) {
    super(why);
  }
}
