package io.lull.agent.guest;

import io.lull.platform.guest.GuestId;
import io.lull.protocol.wire.GuestNumber;

/** Guests' ids in messages. */
public final class GuestNumbers {
  private GuestNumbers() {}

  public static GuestId id(GuestNumber number) {
    return new GuestId(number.getPid(), number.getStartTicks(), number.getBoot());
  }

  public static GuestNumber number(GuestId id) {
    return GuestNumber.newBuilder()
        .setPid(id.pid())
        .setStartTicks(id.startTicks())
        .setBoot(id.boot())
        .build();
  }
}
