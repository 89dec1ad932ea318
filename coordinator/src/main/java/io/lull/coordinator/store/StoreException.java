package io.lull.coordinator.store;

/** State could not be kept or read back; the message is one line for people. */
public final class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public StoreException(String line, Throwable cause) {
    super(line, cause);
  }

  public StoreException(String line) {
    super(line);
  }
}
