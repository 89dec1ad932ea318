package io.lull.agent.owner;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.agent.settings.Settings;
import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSignal.Engagement;
import io.lull.platform.input.UserSession;
import io.lull.testkit.day.DayTruth;
import io.lull.testkit.day.DayTruth.Minute;
import io.lull.testkit.day.Happening;
import io.lull.testkit.day.OfficeDay;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole days, minute by minute, against what is true of them. */
class OfficeDayTest {
  private static final long MIDNIGHT = Instant.parse("2026-11-24T00:00:00Z").toEpochMilli();
  private static final long NANOS = 50_000_000_000_000L;
  private static final String LIST = "logind";
  private static final String SESSION = "session 1";
  private static final String DEVICES = "devices";
  private static final String TERMINALS = "terminals";
  private static final int A_NUDGE = 16;

  private final NodeStep step = new NodeStep(ZoneOffset.UTC);
  private final List<String> wrong = new ArrayList<>();
  private NodeCore core = NodeCore.beginning(at(0));
  private Settings settings = Settings.DEFAULTS;

  @ParameterizedTest(name = "seed {0}, idle-after {1}, ignore-knocks {2}")
  @CsvSource({"1, 5m, off", "2, 5m, on", "3, 90s, off", "4, 10m, on", "5, 5m, on", "6, 3m, off"})
  void takesTheOwnerForPresentWhenTheyAreAndNeverElse(long seed, String idleAfter, String knocks) {
    settings = Settings.of(Map.of("idle-after", idleAfter, "ignore-knocks", knocks));
    final List<Happening> day = OfficeDay.of(seed);
    final List<Minute> truth =
        DayTruth.of(
            day,
            new DayTruth.Rules(
                settings.get(io.lull.agent.settings.Setting.IDLE_AFTER),
                Judge.LOCKED_IDLE_AFTER,
                settings.get(io.lull.agent.settings.Setting.CPU_WINDOW),
                100,
                knocks.equals("on")));
    begin();
    double ownerCpu = 0.02;
    int next = 0;
    for (int minute = 0; minute < truth.size(); minute++) {
      boolean everWilling = false;
      boolean everUnwilling = false;
      for (int second = 1; second <= 60; second++) {
        final long millis = (minute * 60L + second) * 1000;
        while (next < day.size() && day.get(next).atMillis() <= millis) {
          final Happening h = day.get(next++);
          if (h.what() == Happening.What.LOAD) {
            ownerCpu = h.value() / 1000.0;
          } else {
            tell(event(h), h.atMillis());
          }
        }
        tell(new NodeEvent.Load(ownerCpu, 0), millis);
        everWilling |= core.willing();
        everUnwilling |= !core.willing();
      }
      note(minute, truth.get(minute), everWilling, everUnwilling);
    }
    assertThat(wrong).as("seed %d", seed).isEmpty();
    assertThat(truth).contains(Minute.PRESENT, Minute.AWAY);
    assertThat(truth.stream().filter(each -> each == Minute.EITHER).count())
        .as("minutes that could not be judged")
        .isLessThan(truth.size() / 5);
  }

  private void note(int minute, Minute truth, boolean everWilling, boolean everUnwilling) {
    final String when = "%02d:%02d".formatted(minute / 60, minute % 60);
    if (truth == Minute.PRESENT && everWilling) {
      wrong.add(when + " falsely absent: " + core.reason());
    }
    if (truth == Minute.AWAY && everUnwilling) {
      wrong.add(when + " falsely present: " + core.reason());
    }
  }

  private static Moment at(long millis) {
    return new Moment(NANOS + Duration.ofMillis(millis).toNanos(), MIDNIGHT + millis);
  }

  private void tell(NodeEvent event, long millis) {
    core = step.on(core, event, settings, at(millis)).core();
  }

  private void begin() {
    works(LIST, new Coverage.SessionList());
    works(DEVICES, new Coverage.Seats());
    works(TERMINALS, new Coverage.Terminals());
    works(SESSION, new Coverage.Session("1"));
    tell(
        new NodeEvent.SessionSeen(
            LIST, new UserSession("1", "ada", UserSession.Kind.WAYLAND, "seat0", false, false)),
        0);
  }

  private void works(String source, Coverage coverage) {
    final long yesterday = NANOS - Duration.ofHours(5).toNanos();
    tell(new NodeEvent.SourceHealth(source, true, "works", yesterday, Set.of(coverage)), 0);
  }

  private static NodeEvent event(Happening h) {
    final long nanos = at(h.atMillis()).nanos();
    return switch (h.what()) {
      case KEY -> new NodeEvent.Input(DEVICES, nanos);
      case MOTION -> new NodeEvent.Input(DEVICES, nanos, Math.max(A_NUDGE, h.value()));
      case KNOCK -> new NodeEvent.Input(SESSION, nanos, h.value());
      case LOCK -> new NodeEvent.Lock(SESSION);
      case UNLOCK -> new NodeEvent.Unlock(SESSION);
      case CALL_BEGINS, CALL_ENDS ->
          new NodeEvent.Engaged(
              SESSION, Engagement.SCREEN_KEPT_ON, "Jitsi", h.what() == Happening.What.CALL_BEGINS);
      case REMOTE_LOGIN ->
          new NodeEvent.SessionSeen(
              LIST, new UserSession("9", "ada", UserSession.Kind.TERMINAL, "", true, false));
      case REMOTE_KEY -> new NodeEvent.Input(TERMINALS, nanos);
      case REMOTE_LOGOUT -> new NodeEvent.SessionEnded(LIST, "9");
      case LOAD -> throw new IllegalArgumentException("a load lasts");
    };
  }
}
