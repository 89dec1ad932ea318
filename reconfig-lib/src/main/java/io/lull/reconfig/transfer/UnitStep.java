package io.lull.reconfig.transfer;

import java.io.IOException;
import java.nio.ByteBuffer;

/** The steps of a unit's move, as two workers tell each other. A frame begins with its code. */
enum UnitStep {
  OFFER(0),
  ACCEPT(1),
  REFUSE(2),
  CHUNK(3),
  END(4),
  STORED(5),
  COMMIT(6),
  DONE(7),
  ABORT(8);

  private final byte code;

  UnitStep(int code) {
    this.code = (byte) code;
  }

  byte code() {
    return code;
  }

  /** Whether the unit's sender takes it, and not its receiver. */
  boolean isOfSender() {
    return switch (this) {
      case OFFER, CHUNK, END, COMMIT, ABORT -> true;
      case ACCEPT, REFUSE, STORED, DONE -> false;
    };
  }

  static UnitStep read(String from, ByteBuffer payload) throws IOException {
    final int code = payload.hasRemaining() ? payload.get() : -1;
    for (final UnitStep step : values()) {
      if (step.code == code) {
        return step;
      }
    }
    throw new IOException("worker " + from + " sent a step that a unit's move does not have");
  }
}
