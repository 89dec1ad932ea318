package io.lull.platform.linux.kernel;

import com.sun.jna.LastErrorException;
import com.sun.jna.Memory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;

/**
 * A gamepad, read directly since no other program does while no game runs. Buttons are not stored;
 * the sticks' positions are, to tell a hand from a noisy sensor.
 */
final class GamePad implements AutoCloseable {
  private static final int EVENT_BYTES = 24;
  private static final int MAX_EVENTS = 64;
  private static final int KEY = 1;
  private static final int ABSOLUTE = 3;
  private static final int AXES = 64;

  /** A stick that moved by less than this part of its range is noise. */
  private static final int TREMBLE = 16;

  /** {@code EVIOCGABS(0)}. */
  private static final long ASK_AXIS = 0x80184540L;

  private static final int ABSINFO_BYTES = 24;

  private final int descriptor;
  private final Axis[] axes = new Axis[AXES];
  private final byte[] read = new byte[EVENT_BYTES * MAX_EVENTS];

  private GamePad(int descriptor) {
    this.descriptor = descriptor;
  }

  static GamePad open(Path device) throws IOException {
    try {
      return new GamePad(
          KernelCalls.C.open(
              device.toString(),
              KernelCalls.READ_ONLY | KernelCalls.NON_BLOCKING | KernelCalls.CLOSE_ON_EXEC));
    } catch (LastErrorException e) {
      throw new IOException(device + " cannot be read (" + e.getMessage() + ")", e);
    }
  }

  int descriptor() {
    return descriptor;
  }

  /**
   * Reads all events; whether a hand caused any.
   *
   * @throws IOException if it is unplugged
   */
  boolean used() throws IOException {
    boolean used = false;
    while (true) {
      final int length;
      try {
        length = (int) KernelCalls.C.read(descriptor, read, read.length);
      } catch (LastErrorException e) {
        if (e.getErrorCode() == KernelCalls.EAGAIN || e.getErrorCode() == KernelCalls.EINTR) {
          return used;
        }
        throw new IOException("the gamepad is gone (" + e.getMessage() + ")", e);
      }
      if (length <= 0) {
        return used;
      }
      used |= used(ByteBuffer.wrap(read, 0, length).order(ByteOrder.nativeOrder()));
    }
  }

  private boolean used(ByteBuffer events) {
    boolean used = false;
    while (events.remaining() >= EVENT_BYTES) {
      final int at = events.position() + EVENT_BYTES - 8;
      final int type = events.getShort(at);
      final int code = events.getShort(at + 2);
      final int value = events.getInt(at + 4);
      events.position(events.position() + EVENT_BYTES);
      if (type == KEY) {
        used = true;
      } else if (type == ABSOLUTE && code >= 0 && code < AXES) {
        if (axes[code] == null) {
          axes[code] = axis(code);
        }
        used |= axes[code].moved(value);
      }
    }
    return used;
  }

  /** Without its range, every movement counts. */
  private Axis axis(int code) {
    try (Memory asked = new Memory(ABSINFO_BYTES)) {
      KernelCalls.C.ioctl(descriptor, ASK_AXIS + code, asked);
      final int least = asked.getInt(4);
      final int most = asked.getInt(8);
      final int flat = asked.getInt(16);
      return new Axis(middle(least, most), threshold(least, most, flat));
    } catch (LastErrorException e) {
      return new Axis(0, 0);
    }
  }

  static int middle(int least, int most) {
    return (int) (((long) least + most) / 2);
  }

  static int threshold(int least, int most, int flat) {
    final long range = (long) most - least;
    // A cross of four buttons is an axis, too, with three positions.
    return (int) Math.min(Math.max(flat, range / TREMBLE), Math.max(0, range / 2 - 1));
  }

  /** Where a stick was when it last moved by more than noise. */
  static final class Axis {
    private final int threshold;
    private int place;

    Axis(int place, int threshold) {
      this.place = place;
      this.threshold = threshold;
    }

    boolean moved(int to) {
      if (Math.abs((long) to - place) <= threshold) {
        return false;
      }
      place = to;
      return true;
    }
  }

  @Override
  public void close() {
    KernelCalls.C.close(descriptor);
  }
}
