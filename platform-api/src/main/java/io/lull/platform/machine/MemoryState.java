package io.lull.platform.machine;

/**
 * @param availableBytes what programs can still get without that any other loses its own
 * @param totalBytes of the machine; 0: not known
 */
public record MemoryState(long availableBytes, long totalBytes) {
  public static final MemoryState UNKNOWN = new MemoryState(0, 0);

  /** Whether less than this part of all is left; not when nothing is known. */
  public boolean below(double share) {
    return totalBytes > 0 && availableBytes < share * totalBytes;
  }
}
