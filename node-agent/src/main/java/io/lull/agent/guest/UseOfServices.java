package io.lull.agent.guest;

import io.lull.protocol.wire.GuestUse;

/**
 * What guests have used in all: a service that was started anew counts from nothing. Not safe for
 * several threads.
 */
final class UseOfServices {
  private GuestUse earlier = GuestUse.getDefaultInstance();
  private GuestUse present = GuestUse.getDefaultInstance();

  /** The service that runs now has counted this. */
  void counted(GuestUse now) {
    if (now.getCpuSeconds() < present.getCpuSeconds()) {
      earlier = total();
    }
    present = now;
  }

  /** Never less than before. */
  GuestUse total() {
    return GuestUse.newBuilder()
        .setCpuSeconds(earlier.getCpuSeconds() + present.getCpuSeconds())
        .setReadBytes(earlier.getReadBytes() + present.getReadBytes())
        .setWrittenBytes(earlier.getWrittenBytes() + present.getWrittenBytes())
        .setDiskBytes(earlier.getDiskBytes() + present.getDiskBytes())
        .build();
  }
}
