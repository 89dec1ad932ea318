package io.lull.agent.core.owner;

import io.lull.platform.machine.MemoryState;
import io.lull.platform.machine.PowerState;
import io.lull.platform.machine.ThermalState;
import java.time.Duration;

/**
 * The conditions, other than the owner's activity, that decide whether guests may run.
 *
 * @param slowedUntilNanos until when the processors count as slowed down for heat; meaningless
 *     unless slowed
 * @param exclusiveProgram the running program that wants the computer to itself; empty: none
 * @param disk how busy the owner's programs keep the disks
 * @param network how busy they keep the links
 */
record Conditions(
    PowerState power,
    ThermalState heat,
    MemoryState memory,
    boolean slowed,
    long slowedUntilNanos,
    ShareWindow disk,
    ShareWindow network,
    String exclusiveProgram,
    OwnerPause pause) {
  static final Conditions NORMAL =
      new Conditions(
          PowerState.MAINS,
          ThermalState.UNKNOWN,
          MemoryState.UNKNOWN,
          false,
          0,
          ShareWindow.EMPTY,
          ShareWindow.EMPTY,
          "",
          OwnerPause.NONE);

  /** A machine that was too hot cools slowly. */
  private static final long SLOWED_FOR_NANOS = Duration.ofSeconds(60).toNanos();

  Conditions power(PowerState now) {
    return new Conditions(
        now, heat, memory, slowed, slowedUntilNanos, disk, network, exclusiveProgram, pause);
  }

  Conditions heat(ThermalState now, long nowNanos) {
    return new Conditions(
        power,
        now,
        memory,
        now.throttled() || tooHotFor(nowNanos),
        now.throttled() ? nowNanos + SLOWED_FOR_NANOS : slowedUntilNanos,
        disk,
        network,
        exclusiveProgram,
        pause);
  }

  Conditions memory(MemoryState now) {
    return new Conditions(
        power, heat, now, slowed, slowedUntilNanos, disk, network, exclusiveProgram, pause);
  }

  boolean tooHotFor(long nowNanos) {
    return slowed && nowNanos - slowedUntilNanos < 0;
  }

  Conditions traffic(ShareWindow nowDisk, ShareWindow nowNetwork) {
    return new Conditions(
        power,
        heat,
        memory,
        slowed,
        slowedUntilNanos,
        nowDisk,
        nowNetwork,
        exclusiveProgram,
        pause);
  }

  Conditions exclusive(String program) {
    return new Conditions(
        power, heat, memory, slowed, slowedUntilNanos, disk, network, program, pause);
  }

  Conditions pause(OwnerPause now) {
    return new Conditions(
        power, heat, memory, slowed, slowedUntilNanos, disk, network, exclusiveProgram, now);
  }
}
