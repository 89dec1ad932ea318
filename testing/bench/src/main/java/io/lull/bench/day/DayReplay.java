package io.lull.bench.day;

import io.lull.agent.core.owner.Confinement;
import io.lull.agent.core.owner.Moment;
import io.lull.agent.core.owner.NodeCore;
import io.lull.agent.core.owner.NodeEvent;
import io.lull.agent.core.owner.NodeStep;
import io.lull.agent.core.settings.Setting;
import io.lull.agent.core.settings.Settings;
import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSignal.Engagement;
import io.lull.platform.input.UserSession;
import io.lull.simulator.trace.DayTruth;
import io.lull.simulator.trace.DayTruth.Minute;
import io.lull.simulator.trace.OfficeDay;
import io.lull.simulator.trace.OwnerEvent;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** One day, second by second, before the step that decides for a node; judged by the minute. */
public final class DayReplay {
  private static final long MIDNIGHT = Instant.parse("2026-11-24T00:00:00Z").toEpochMilli();
  private static final long NANOS = 50_000_000_000_000L;
  private static final Duration LOCKED_IDLE_AFTER = Duration.ofSeconds(60);
  private static final int BUSY_THOUSANDTHS = 100;
  private static final int SECONDS_A_MINUTE = 60;
  private static final String LIST = "logind";
  private static final String SESSION = "session 1";
  private static final String DEVICES = "devices";
  private static final String TERMINALS = "terminals";
  private static final int A_NUDGE = 16;

  private final NodeStep step = new NodeStep(ZoneOffset.UTC, Confinement.COMPLETE);
  private final List<String> falselyAbsent = new ArrayList<>();
  private final List<String> falselyPresent = new ArrayList<>();
  private final Settings owners;
  private final Settings agents;
  private NodeCore core = NodeCore.beginning(at(0));

  private DayReplay(Settings owners, Settings agents) {
    this.owners = owners;
    this.agents = agents;
  }

  /**
   * @param falselyAbsent the minutes in which a guest could have run beside the owner, with what
   *     was given as the reason
   * @param falselyPresent those in which the machine was kept from guests for nobody
   * @param present minutes in which the owner was there without a doubt
   * @param away minutes in which they were away without a doubt
   * @param either minutes in which both answers are right
   */
  public record Verdict(
      List<String> falselyAbsent, List<String> falselyPresent, int present, int away, int either) {}

  /** The day of this seed, for an owner with these settings. */
  public static Verdict of(long seed, Settings settings) {
    return of(seed, settings, settings);
  }

  /**
   * The same with an agent that goes by other settings than its owner has in mind.
   *
   * @param owners what is true goes by these
   * @param agents the agent's decisions go by these
   */
  static Verdict of(long seed, Settings owners, Settings agents) {
    return new DayReplay(owners, agents).replay(OfficeDay.of(new Random(seed)));
  }

  private Verdict replay(List<OwnerEvent> day) {
    final List<Minute> truth =
        DayTruth.of(
            day,
            new DayTruth.Rules(
                owners.get(Setting.IDLE_AFTER),
                LOCKED_IDLE_AFTER,
                owners.get(Setting.CPU_WINDOW),
                BUSY_THOUSANDTHS,
                owners.get(Setting.IGNORE_KNOCKS)));
    begin();
    double ownerCpu = 0.02;
    int next = 0;
    for (int minute = 0; minute < truth.size(); minute++) {
      boolean everWilling = false;
      boolean everUnwilling = false;
      for (int second = 1; second <= SECONDS_A_MINUTE; second++) {
        final long millis = (minute * (long) SECONDS_A_MINUTE + second) * 1000;
        while (next < day.size() && day.get(next).atMillis() <= millis) {
          final OwnerEvent h = day.get(next++);
          if (h.what() == OwnerEvent.What.LOAD) {
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
    return new Verdict(
        List.copyOf(falselyAbsent),
        List.copyOf(falselyPresent),
        count(truth, Minute.PRESENT),
        count(truth, Minute.AWAY),
        count(truth, Minute.EITHER));
  }

  private static int count(List<Minute> truth, Minute wanted) {
    return Math.toIntExact(truth.stream().filter(each -> each == wanted).count());
  }

  private void note(int minute, Minute truth, boolean everWilling, boolean everUnwilling) {
    final String said =
        "%02d:%02d %s"
            .formatted(minute / SECONDS_A_MINUTE, minute % SECONDS_A_MINUTE, core.reason());
    if (truth == Minute.PRESENT && everWilling) {
      falselyAbsent.add(said);
    }
    if (truth == Minute.AWAY && everUnwilling) {
      falselyPresent.add(said);
    }
  }

  private static Moment at(long millis) {
    return new Moment(NANOS + Duration.ofMillis(millis).toNanos(), MIDNIGHT + millis);
  }

  private void tell(NodeEvent event, long millis) {
    core = step.on(core, event, agents, at(millis)).core();
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

  private static NodeEvent event(OwnerEvent h) {
    final long nanos = at(h.atMillis()).nanos();
    return switch (h.what()) {
      case KEY -> new NodeEvent.Input(DEVICES, nanos);
      case MOTION -> new NodeEvent.Input(DEVICES, nanos, Math.max(A_NUDGE, h.value()));
      case KNOCK -> new NodeEvent.Input(SESSION, nanos, h.value());
      case LOCK -> new NodeEvent.Lock(SESSION);
      case UNLOCK -> new NodeEvent.Unlock(SESSION);
      case CALL_BEGINS, CALL_ENDS ->
          new NodeEvent.Engaged(
              SESSION, Engagement.SCREEN_KEPT_ON, "Jitsi", h.what() == OwnerEvent.What.CALL_BEGINS);
      case REMOTE_LOGIN ->
          new NodeEvent.SessionSeen(
              LIST, new UserSession("9", "ada", UserSession.Kind.TERMINAL, "", true, false));
      case REMOTE_KEY -> new NodeEvent.Input(TERMINALS, nanos);
      case REMOTE_LOGOUT -> new NodeEvent.SessionEnded(LIST, "9");
      case LOAD -> throw new IllegalArgumentException("a load lasts");
    };
  }
}
