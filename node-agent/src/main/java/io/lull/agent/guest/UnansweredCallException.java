package io.lull.agent.guest;

import java.io.IOException;
import java.time.Duration;

/** The service has not answered in time: whether it did what it was asked is not known. */
final class UnansweredCallException extends IOException {
  private static final long serialVersionUID = 1L;

  UnansweredCallException(Duration within, IOException cause) {
    super("the guest service did not answer within " + within.toMillis() + " ms", cause);
  }
}
