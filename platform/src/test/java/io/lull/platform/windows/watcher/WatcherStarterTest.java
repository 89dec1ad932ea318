package io.lull.platform.windows.watcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.platform.windows.session.LoggedInSessions;
import io.lull.testkit.time.VirtualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WatcherStarterTest {
  private final FakeProcesses windows = new FakeProcesses();
  private final VirtualClock clock = new VirtualClock();
  private final WatcherStarter starter = new WatcherStarter(windows);

  private List<String> after(Duration pause, Set<Integer> usable, Set<Integer> loggedIn) {
    clock.advance(pause);
    starter.tend(new LoggedInSessions(usable, loggedIn), clock.nanos());
    return windows.taken();
  }

  private List<String> afterASecond(Integer... sessions) {
    return after(Duration.ofSeconds(1), Set.of(sessions), Set.of(sessions));
  }

  private void die(int session) {
    Objects.requireNonNull(windows.living.get(session)).died = true;
  }

  @Test
  void everySessionGetsOneWatcherWhichEndsWithIt() {
    assertThat(afterASecond(1, 3)).containsExactlyInAnyOrder("start 1", "start 3");
    assertThat(afterASecond(1, 3)).isEmpty();
    assertThat(afterASecond(3)).containsExactly("end 1");
    assertThat(afterASecond(1, 3)).containsExactly("start 1");
  }

  @Test
  void aSessionWithoutAScreenKeepsItsWatcherAndGetsNone() {
    assertThat(after(Duration.ZERO, Set.of(1), Set.of(1, 5))).containsExactly("start 1");
    assertThat(after(Duration.ofSeconds(1), Set.of(), Set.of(1, 5))).isEmpty();
    assertThat(after(Duration.ofSeconds(1), Set.of(), Set.of(5))).containsExactly("end 1");
  }

  @Test
  void aWatcherThatKeepsDyingIsStartedMoreAndMoreRarely() {
    afterASecond(1);
    final List<Integer> pauses = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      die(1);
      int seconds = 0;
      while (!windows.taken().contains("start 1")) {
        clock.advance(Duration.ofSeconds(1));
        starter.tend(new LoggedInSessions(Set.of(1), Set.of(1)), clock.nanos());
        seconds++;
      }
      pauses.add(seconds);
    }
    // The first second of each is that in which its death is seen.
    assertThat(pauses).containsExactly(2, 3, 5, 9, 17, 33, 65, 129, 257, 301, 301, 301);
  }

  @Test
  void aWatcherThatLivedLongIsStartedAgainSoon() {
    afterASecond(1);
    for (int i = 0; i < 3; i++) {
      assertThat(after(WatcherStarter.LONG_LIFE, Set.of(1), Set.of(1))).isEmpty();
      die(1);
      assertThat(afterASecond(1)).containsExactly("end 1");
      assertThat(afterASecond(1)).containsExactly("start 1");
    }
  }

  @Test
  void whereWindowsRefusesItIsTriedAgainLater() {
    windows.refuses = true;
    assertThat(afterASecond(1)).containsExactly("start 1");
    assertThat(after(Duration.ofMillis(900), Set.of(1), Set.of(1))).isEmpty();
    assertThat(after(Duration.ofMillis(100), Set.of(1), Set.of(1))).containsExactly("start 1");
    windows.refuses = false;
    assertThat(afterASecond(1)).isEmpty();
    assertThat(afterASecond(1)).containsExactly("start 1");
    assertThat(windows.living).containsKey(1);
  }

  @Test
  void noMoreAreStartedThanTheAgentHears() {
    final Set<Integer> many =
        IntStream.rangeClosed(1, 100).boxed().collect(Collectors.toUnmodifiableSet());
    assertThat(after(Duration.ZERO, many, many)).hasSize(WatcherStarter.MOST_WATCHERS);
  }

  @Test
  void allEndWithTheAgent() {
    afterASecond(1, 2);
    starter.end();
    assertThat(windows.taken()).containsExactlyInAnyOrder("end 1", "end 2");
    assertThat(windows.living).isEmpty();
  }
}
