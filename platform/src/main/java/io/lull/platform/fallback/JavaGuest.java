package io.lull.platform.fallback;

import io.lull.platform.guest.Guest;
import io.lull.platform.guest.GuestId;
import io.lull.platform.guest.GuestPipes;
import io.lull.protocol.time.Clock;
import java.time.Duration;
import oshi.SystemInfo;
import oshi.software.os.OSProcess;

/** A plain child process: it can be ended, and that is all. */
final class JavaGuest implements Guest {
  private final Process process;
  private final GuestId id;
  private final Clock clock;
  private final GuestPipes pipes;

  JavaGuest(Process process, GuestId id, Clock clock) {
    this.process = process;
    this.id = id;
    this.clock = clock;
    this.pipes = new GuestPipes(process);
  }

  @Override
  public GuestId id() {
    return id;
  }

  @Override
  public GuestPipes pipes() {
    return pipes;
  }

  @Override
  public void hold(double cores) {
    // Java cannot change a priority: it has the one that it was started with.
  }

  @Override
  public void release() {
    // It was never held.
  }

  @Override
  public boolean suspend() {
    return false;
  }

  @Override
  public void resume() {
    // It was never suspended.
  }

  @Override
  public boolean kill(Duration within) {
    return ProcessTree.kill(process.toHandle(), within, clock);
  }

  @Override
  public long residentBytes() {
    final OSProcess seen = new SystemInfo().getOperatingSystem().getProcess((int) id.pid());
    return seen == null ? 0 : seen.getResidentMemory();
  }
}
