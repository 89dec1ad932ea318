package io.lull.platform.fallback;

import io.lull.platform.guest.Guest;
import io.lull.platform.guest.GuestId;
import io.lull.platform.guest.GuestPipes;
import io.lull.protocol.time.Clock;
import java.time.Duration;
import oshi.SystemInfo;
import oshi.software.os.OSProcess;

/** A plain child process, which can only be ended. */
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
    // Java cannot change a priority: the process keeps its initial one.
  }

  @Override
  public void release() {
    // Nothing to release.
  }

  @Override
  public boolean suspend() {
    return false;
  }

  @Override
  public void resume() {
    // Nothing to resume.
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
