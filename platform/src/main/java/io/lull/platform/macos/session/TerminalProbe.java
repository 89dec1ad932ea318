package io.lull.platform.macos.session;

import io.lull.platform.input.InputSignal.Kind;
import io.lull.platform.source.IdleProbe;
import io.lull.platform.source.IdleReading;
import io.lull.protocol.time.Clock;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * When a remote terminal was last read from: a user's typing is read by their shell. Terminals that
 * have come or gone since the last look count as use, too.
 */
final class TerminalProbe implements IdleProbe {
  private final Supplier<List<LoginRow>> logins;
  private final Function<String, OptionalLong> readEpochMillis;
  private final Clock clock;
  private List<String> known = List.of();
  private boolean looked;
  private long lastInputNanos;

  /**
   * @param readEpochMillis when the terminal of a name was last read from; empty: not known
   */
  TerminalProbe(
      Supplier<List<LoginRow>> logins,
      Function<String, OptionalLong> readEpochMillis,
      Clock clock) {
    this.logins = logins;
    this.readEpochMillis = readEpochMillis;
    this.clock = clock;
  }

  @Override
  public IdleReading look(long nowNanos) {
    final List<String> lines =
        logins.get().stream()
            .filter(LoginRow::remoteTerminal)
            .map(LoginRow::line)
            .sorted()
            .toList();
    if (!looked || !lines.equals(known)) {
      lastInputNanos = nowNanos;
    }
    looked = true;
    known = lines;
    final long nowEpochMillis = clock.epochMillis();
    for (final String line : lines) {
      final OptionalLong read = readEpochMillis.apply(line);
      if (read.isEmpty()) {
        return new IdleReading.Blind("nothing shows when " + line + " was last used");
      }
      final long idleMillis = Math.max(0, nowEpochMillis - read.getAsLong());
      lastInputNanos = Math.max(lastInputNanos, nowNanos - idleMillis * 1_000_000);
    }
    return new IdleReading.Seen(lastInputNanos, Kind.TERMINAL, null);
  }
}
