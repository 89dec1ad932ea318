package io.lull.coordinator.job;

/** A job as bytes that a later version can read. */
public final class JobCodec {
  private JobCodec() {}

  public static byte[] toBytes(Job job) {
    throw new UnsupportedOperationException();
  }

  /**
   * @throws IllegalArgumentException when the bytes are not a job of this version or an earlier one
   */
  public static Job fromBytes(byte[] bytes) {
    throw new UnsupportedOperationException();
  }
}
