package io.lull.coordinator.core.store;

/** State could not be kept or read back; the message is one line for people. */
public sealed class StoreException extends RuntimeException permits StoreUnavailableException {
  private static final long serialVersionUID = 1;

  public StoreException(String line, Throwable cause) {
    super(line, cause);
  }

  public StoreException(String line) {
    super(line);
  }
}
