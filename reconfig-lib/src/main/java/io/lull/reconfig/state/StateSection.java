package io.lull.reconfig.state;

/**
 * A part of what a piece keeps.
 *
 * @param name of the array, the task, or whatever it is
 * @param bytes of its content
 * @param blockBytes of each of its blocks, but the last may have less: a block is what is read and
 *     verified as a whole
 */
public record StateSection(String name, long bytes, long blockBytes) {
  /**
   * @throws IllegalArgumentException when it cannot be divided into such blocks
   */
  public StateSection {
    if (bytes < 0 || blockBytes < 0 || (bytes > 0 && blockBytes == 0)) {
      throw new IllegalArgumentException(
          "section " + name + " of " + bytes + " bytes has blocks of " + blockBytes);
    }
  }

  public long blocks() {
    return bytes == 0 ? 0 : Math.ceilDiv(bytes, blockBytes);
  }

  /** How much content a block has. */
  public int contentBytes(long block) {
    return Math.toIntExact(Math.min(blockBytes, bytes - block * blockBytes));
  }
}
