package io.lull.platform.macos.session;

import io.lull.protocol.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The table of logins, which costs far more to read than the terminals in it. */
final class RecentLogins implements Supplier<List<LoginRow>> {
  private static final long RECENT_NANOS = Duration.ofSeconds(2).toNanos();

  private final Supplier<List<LoginRow>> table;
  private final Clock clock;
  private @Nullable List<LoginRow> read;
  private long readNanos;

  RecentLogins(Supplier<List<LoginRow>> table, Clock clock) {
    this.table = table;
    this.clock = clock;
  }

  @Override
  public synchronized List<LoginRow> get() {
    final long now = clock.nanos();
    final List<LoginRow> recent = read;
    if (recent != null && now - readNanos < RECENT_NANOS) {
      return recent;
    }
    final List<LoginRow> fresh = List.copyOf(table.get());
    read = fresh;
    readNanos = now;
    return fresh;
  }
}
