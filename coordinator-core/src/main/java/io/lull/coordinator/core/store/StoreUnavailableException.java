package io.lull.coordinator.core.store;

/** The store cannot be reached, which may be over when it is tried again. */
public final class StoreUnavailableException extends StoreException {
  private static final long serialVersionUID = 1;

  public StoreUnavailableException(String line, Throwable cause) {
    super(line, cause);
  }
}
