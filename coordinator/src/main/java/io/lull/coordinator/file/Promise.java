package io.lull.coordinator.file;

/** Room that is kept for a file on its way; given back once. Any thread. */
public final class Promise implements AutoCloseable {
  private final Kept kept;
  private final String owner;
  private long bytes;

  Promise(Kept kept, String owner, long bytes) {
    this.kept = kept;
    this.owner = owner;
    this.bytes = bytes;
  }

  public synchronized long bytes() {
    return bytes;
  }

  /** The file counts by itself from now on, or did not come. */
  @Override
  public synchronized void close() {
    kept.giveBack(owner, bytes);
    bytes = 0;
  }
}
