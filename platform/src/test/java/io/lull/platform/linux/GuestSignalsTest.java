package io.lull.platform.linux;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.time.SystemClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class GuestSignalsTest {
  /** No system has so many. */
  private static final long NOBODY = 2_000_000_000;

  private static ProcStat process(long startTicks, boolean lowest) {
    return new ProcStat(
        NOBODY,
        'R',
        1,
        new ProcStat.Group(NOBODY, NOBODY),
        new ProcStat.Ticks(0, 0),
        lowest,
        startTicks);
  }

  /** What is found, look by look; in the end nothing. */
  private static GuestMembers found(Deque<ProcStat> looks) {
    return new GuestMembers() {
      @Override
      public List<ProcStat> all() {
        final ProcStat next = looks.poll();
        return next == null ? List.of() : List.of(next);
      }

      @Override
      public List<ProcStat> quick() {
        return all();
      }
    };
  }

  private static boolean killsTheLowest(Deque<ProcStat> looks) {
    return new GuestSignals(new ProcFiles(Path.of("/proc")), found(looks), SystemClock.INSTANCE)
        .kill(Duration.ofSeconds(60), ProcStat::lowest);
  }

  /** A killed process has its priority raised so that it ends soon: it is awaited all the same. */
  @Test
  void awaitsWhatItHasKilledThoughItMatchesNoMore() {
    final Deque<ProcStat> looks =
        new ArrayDeque<>(List.of(process(7, true), process(7, false), process(7, false)));
    assertThat(killsTheLowest(looks)).isTrue();
    assertThat(looks).isEmpty();
  }

  @Test
  void doesNotAwaitAnotherThatGotItsNumber() {
    final Deque<ProcStat> looks =
        new ArrayDeque<>(List.of(process(7, true), process(8, false), process(8, false)));
    assertThat(killsTheLowest(looks)).isTrue();
    assertThat(looks).hasSize(1);
  }
}
