package io.lull.protocol.model;

import java.nio.charset.StandardCharsets;

/** The limits on a job's log while it is not stored whole: only the ends of its workers' logs. */
public final class LogEnd {
  /** Of one worker's, in UTF-8. */
  public static final int MAX_BYTES = 4 << 10;

  /** Of one job: of the workers that ended last. */
  public static final int MAX_ENDED = 16;

  /** Of one job: of the workers that run, the lowest ranks. */
  public static final int MAX_RUNNING = 64;

  /**
   * Of all of a job. The line above each, which says whose it is and why it ended, is no longer
   * than the end itself may be.
   */
  public static final int MAX_BYTES_OF_JOB = 2 * MAX_BYTES * (MAX_ENDED + MAX_RUNNING);

  /** In place of what is not told. */
  public static final String CUT = "...";

  private static final int LONGEST_CHARACTER = 4;
  private static final int KIND_BITS = 0xC0;
  private static final int CONTINUATION = 0x80;

  private LogEnd() {}

  /** The end of a text, from a full character on. */
  public static String of(String text) {
    final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return bytes.length <= MAX_BYTES ? text : from(bytes, bytes.length - MAX_BYTES);
  }

  /**
   * As long as these bytes at most, and marked as cut.
   *
   * @param bytes the end of a line of which there is more
   */
  public static String ofLine(byte[] bytes) {
    return CUT + from(bytes, Math.min(CUT.length(), bytes.length));
  }

  private static String from(byte[] bytes, int first) {
    int at = first;
    while (at < bytes.length
        && at < first + LONGEST_CHARACTER - 1
        && (bytes[at] & KIND_BITS) == CONTINUATION) {
      at++;
    }
    return new String(bytes, at, bytes.length - at, StandardCharsets.UTF_8);
  }
}
