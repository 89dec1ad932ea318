package io.lull.platform.fallback;

import io.lull.platform.guest.Guest;
import io.lull.platform.guest.GuestId;
import io.lull.platform.guest.GuestSpec;
import io.lull.platform.guest.GuestStarter;
import io.lull.protocol.time.Clock;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Guests as plain child processes, with Java's means only. */
public final class JavaGuests implements GuestStarter {
  private final Clock clock;

  public JavaGuests(Clock clock) {
    this.clock = clock;
  }

  @Override
  public Guest start(GuestSpec spec) throws IOException {
    final ProcessBuilder builder =
        new ProcessBuilder(spec.command()).directory(spec.directory().toFile());
    builder.environment().clear();
    builder.environment().putAll(spec.environment());
    final Process process = builder.start();
    return new JavaGuest(
        process, GuestId.ofAnyBoot(process.pid(), startTicks(process.toHandle())), clock);
  }

  @Override
  public String priority() {
    return "no lower priority than others";
  }

  @Override
  public boolean reap(GuestId id, Duration within) {
    final Optional<ProcessHandle> leader =
        ProcessHandle.of(id.pid()).filter(process -> startTicks(process) == id.startTicks());
    return leader.isEmpty() || ProcessTree.kill(leader.get(), within, clock);
  }

  private static long startTicks(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
  }
}
