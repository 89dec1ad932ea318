package io.lull.agent.owner;

import io.lull.agent.owner.Judgement.Kind;
import io.lull.agent.settings.Schedule;
import io.lull.agent.settings.Setting;
import io.lull.agent.settings.Settings;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import org.jspecify.annotations.Nullable;

/** Says whether the owner is there. Whatever is not known counts as their presence. */
final class Judge {
  /** A locked screen is a sign of leaving, yet somebody may be typing the password. */
  static final Duration LOCKED_IDLE_AFTER = Duration.ofSeconds(60);

  /**
   * Once the load was too high it must fall below this part of the threshold: a load at the
   * threshold would start and end guests all day.
   */
  static final double CALM = 0.75;

  private final ZoneId zone;

  Judge(ZoneId zone) {
    this.zone = zone;
  }

  Judgement judge(NodeCore core, Settings settings, Moment now) {
    final Judgement barred = barred(core, settings, now);
    if (barred != null) {
      return barred;
    }
    final Duration idle =
        Duration.ofNanos(Math.max(0, now.nanos() - core.inputs().lastInputNanos()));
    final Duration idleAfter = idleAfter(core, settings);
    if (idle.compareTo(idleAfter) < 0) {
      return recentInput(core, settings, idle, idleAfter.minus(idle));
    }
    return load(core, settings, now, idle);
  }

  private static Duration idleAfter(NodeCore core, Settings settings) {
    final Duration set = settings.get(Setting.IDLE_AFTER);
    return core.inputs().locked() && set.compareTo(LOCKED_IDLE_AFTER) > 0 ? LOCKED_IDLE_AFTER : set;
  }

  /** What keeps guests away however long the owner is. */
  private @Nullable Judgement barred(NodeCore core, Settings settings, Moment now) {
    final Conditions conditions = core.conditions();
    final long until = conditions.pausedUntilEpochMillis();
    if (until == Long.MAX_VALUE) {
      return new Judgement(
          Kind.PAUSED, "you paused Lull", "you paused Lull until you resume it", null);
    }
    if (until > now.epochMillis()) {
      return new Judgement(
          Kind.PAUSED,
          "you paused Lull",
          "you paused Lull until " + Words.clock(until, now.epochMillis(), zone),
          Duration.ofMillis(until - now.epochMillis()));
    }
    if (!core.inputs().anyWorking()) {
      return new Judgement(
          Kind.BLIND,
          "nothing tells whether you are there",
          "nothing tells whether you are there, so you are taken to be (input: "
              + core.inputs().describe()
              + ")",
          null);
    }
    final Schedule schedule = settings.get(Setting.SCHEDULE);
    final ZonedDateTime local = Instant.ofEpochMilli(now.epochMillis()).atZone(zone);
    if (!schedule.allows(local)) {
      return new Judgement(
          Kind.SCHEDULE,
          "your schedule keeps this time for you",
          "your schedule keeps this time for you ("
              + settings.text(Setting.SCHEDULE)
              + " is for guests)",
          schedule.untilNextChange(local).orElse(null));
    }
    if (!conditions.mains() && !settings.get(Setting.ON_BATTERY).allows(conditions.charge())) {
      return new Judgement(
          Kind.BATTERY,
          "the computer runs on its battery",
          "the computer runs on its battery, charged to "
              + Words.percent(conditions.charge())
              + " (on-battery is "
              + settings.text(Setting.ON_BATTERY)
              + ")",
          null);
    }
    if (!conditions.exclusiveProgram().isEmpty()) {
      final String clause =
          conditions.exclusiveProgram() + " runs, which has the computer to itself";
      return new Judgement(Kind.EXCLUSIVE, clause, clause, null);
    }
    return null;
  }

  private static Judgement recentInput(
      NodeCore core, Settings settings, Duration idle, Duration left) {
    final Duration window = core.load().missing(settings.get(Setting.CPU_WINDOW));
    final Duration wait = left.compareTo(window) > 0 ? left : window;
    final String ahead = "; available in " + Words.lasting(wait);
    return core.inputs().seen()
        ? new Judgement(
            Kind.INPUT,
            "you used the keyboard or mouse",
            "you used the keyboard or mouse " + Words.lasting(idle) + " ago" + ahead,
            wait)
        : new Judgement(
            Kind.INPUT,
            "Lull has not watched for long enough",
            "Lull has seen no input for "
                + Words.lasting(idle)
                + ", since it began to watch"
                + ahead,
            wait);
  }

  private static Judgement load(NodeCore core, Settings settings, Moment now, Duration idle) {
    final Duration window = settings.get(Setting.CPU_WINDOW);
    final double threshold = settings.get(Setting.CPU_THRESHOLD);
    final double mean = core.load().meanOwnerCpu();
    if (core.load().stale(now)) {
      return new Judgement(
          Kind.BLIND,
          "nothing tells how busy your programs are",
          "nothing tells how busy your programs are, so you are taken to be there",
          null);
    }
    final boolean busyBefore = core.verdict().judgement().kind() == Kind.LOAD;
    if (mean > (busyBefore ? threshold * CALM : threshold)) {
      return new Judgement(
          Kind.LOAD,
          "your programs need the processors",
          "your programs use "
              + Words.percent(mean)
              + " of the processors (more than "
              + Words.percent(busyBefore ? threshold * CALM : threshold)
              + " over "
              + Words.lasting(window)
              + ")",
          null);
    }
    if (!core.verdict().judgement().away() && !core.load().covers(window)) {
      final Duration missing = core.load().missing(window);
      return new Judgement(
          Kind.TOO_EARLY,
          "Lull has not watched for long enough",
          "Lull has not watched your programs for long enough; available in "
              + Words.lasting(missing),
          missing);
    }
    return new Judgement(
        Kind.AWAY,
        "you are away",
        "no input for "
            + Words.lasting(idle)
            + ", and your programs use "
            + Words.percent(mean)
            + " of the processors",
        null);
  }
}
