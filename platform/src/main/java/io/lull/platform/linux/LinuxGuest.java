package io.lull.platform.linux;

import io.lull.platform.guest.Guest;
import io.lull.platform.guest.GuestId;
import io.lull.protocol.time.Clock;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A guest that this process started. */
final class LinuxGuest implements Guest {
  private final Process process;
  private final GuestId id;
  private final GuestSignals signals;
  private final Clock clock;
  private final CompletableFuture<Integer> exit;

  LinuxGuest(Process process, GuestId id, GuestSignals signals, Clock clock) {
    this.process = process;
    this.id = id;
    this.signals = signals;
    this.clock = clock;
    this.exit = process.onExit().thenApply(Process::exitValue);
  }

  @Override
  public GuestId id() {
    return id;
  }

  @Override
  public OutputStream orders() {
    return process.getOutputStream();
  }

  @Override
  public InputStream reports() {
    return process.getInputStream();
  }

  @Override
  public InputStream log() {
    return process.getErrorStream();
  }

  @Override
  public CompletableFuture<Integer> exit() {
    return exit.copy();
  }

  @Override
  public void hold(double cores) {
    signals.hold();
  }

  @Override
  public void release() {
    // Priority is all that holds it, and that is always the lowest.
  }

  @Override
  public boolean suspend() {
    return signals.suspend();
  }

  @Override
  public void resume() {
    signals.resume();
  }

  @Override
  public boolean kill(Duration within) {
    final long deadline = clock.nanos() + within.toNanos();
    final boolean gone = signals.kill(within);
    try {
      exit.get(Math.max(0, deadline - clock.nanos()), TimeUnit.NANOSECONDS);
      return gone;
    } catch (TimeoutException | ExecutionException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public long residentBytes() {
    return signals.residentBytes();
  }
}
