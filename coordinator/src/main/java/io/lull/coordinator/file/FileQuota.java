package io.lull.coordinator.file;

import io.lull.protocol.text.Sizes;

/**
 * Limits on the space that a coordinator's files may take.
 *
 * @param bytes all together
 * @param bytesOfUser programs and inputs that one user sent
 */
public record FileQuota(long bytes, long bytesOfUser) {
  /** Less than this is of no use to anybody. */
  public static final long LEAST_BYTES = 16L << 20;

  /** Of all, what one user may have unless something else is said. */
  private static final long USUAL_SHARE = 4;

  public FileQuota {
    if (bytes < LEAST_BYTES) {
      throw new IllegalArgumentException(
          "--files-quota must be at least " + Sizes.format(LEAST_BYTES));
    }
    if (bytesOfUser < LEAST_BYTES / USUAL_SHARE || bytesOfUser > bytes) {
      throw new IllegalArgumentException(
          "--user-quota must be between "
              + Sizes.format(LEAST_BYTES / USUAL_SHARE)
              + " and --files-quota ("
              + Sizes.format(bytes)
              + ")");
    }
  }

  /** With the usual share for a user. */
  public static FileQuota of(long bytes) {
    return new FileQuota(bytes, bytes / USUAL_SHARE);
  }
}
