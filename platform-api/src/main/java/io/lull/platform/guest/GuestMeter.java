package io.lull.platform.guest;

import java.util.Collection;

/** What guests have used so far, those that have ended included. Used by one thread at a time. */
public interface GuestMeter {
  /**
   * Processor time; never less than before.
   *
   * @param guests that run
   */
  double seconds(Collection<GuestId> guests);

  /**
   * What they have read and written.
   *
   * @param guests that run
   */
  Io io(Collection<GuestId> guests);

  /**
   * Bytes so far.
   *
   * @param read from files, pipes and connections
   * @param written to them
   * @param disk to and from disks
   */
  record Io(long read, long written, long disk) {
    public static final Io NONE = new Io(0, 0, 0);

    public Io plus(Io other) {
      return new Io(read + other.read, written + other.written, disk + other.disk);
    }

    public Io minus(Io other) {
      return new Io(
          Math.max(0, read - other.read),
          Math.max(0, written - other.written),
          Math.max(0, disk - other.disk));
    }
  }
}
