package io.lull.coordinator.file;

/** Space reserved for a file that arrives; released once. Any thread. */
public final class SpaceReservation implements AutoCloseable {
  private final FileIndex index;
  private final String owner;
  private long bytes;

  SpaceReservation(FileIndex index, String owner, long bytes) {
    this.index = index;
    this.owner = owner;
    this.bytes = bytes;
  }

  public synchronized long bytes() {
    return bytes;
  }

  /** The file counts by itself from now on, or did not come. */
  @Override
  public synchronized void close() {
    index.giveBack(owner, bytes);
    bytes = 0;
  }
}
