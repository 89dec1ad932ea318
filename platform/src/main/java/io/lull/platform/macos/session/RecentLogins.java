package io.lull.platform.macos.session;

import io.lull.protocol.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The table of logins, which costs far more to read than the terminals in it. */
final class RecentLogins implements Supplier<List<Login>> {
  private static final long RECENT_NANOS = Duration.ofSeconds(2).toNanos();

  private final Supplier<List<Login>> table;
  private final Clock clock;
  private @Nullable List<Login> read;
  private long readNanos;

  RecentLogins(Supplier<List<Login>> table, Clock clock) {
    this.table = table;
    this.clock = clock;
  }

  @Override
  public synchronized List<Login> get() {
    final long now = clock.nanos();
    final List<Login> recent = read;
    if (recent != null && now - readNanos < RECENT_NANOS) {
      return recent;
    }
    final List<Login> fresh = List.copyOf(table.get());
    read = fresh;
    readNanos = now;
    return fresh;
  }
}
