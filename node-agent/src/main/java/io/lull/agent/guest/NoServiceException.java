package io.lull.agent.guest;

import java.io.IOException;

/** Nobody listens where the guest service should. */
public final class NoServiceException extends IOException {
  private static final long serialVersionUID = 1L;

  NoServiceException(String message, IOException cause) {
    super(message, cause);
  }
}
