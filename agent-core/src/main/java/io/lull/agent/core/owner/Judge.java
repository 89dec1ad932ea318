package io.lull.agent.core.owner;

import io.lull.agent.core.owner.Judgement.Kind;
import io.lull.agent.core.settings.OnPowerSaver;
import io.lull.agent.core.settings.Schedule;
import io.lull.agent.core.settings.Setting;
import io.lull.agent.core.settings.Settings;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Decides whether guests may run. Anything unknown counts as the owner's presence. */
final class Judge {
  /** A locked screen suggests that the owner left, but somebody may be typing the password. */
  static final Duration LOCKED_IDLE_AFTER = Duration.ofSeconds(60);

  private final ZoneId zone;
  private final Confinement confinement;

  Judge(ZoneId zone, Confinement confinement) {
    this.zone = zone;
    this.confinement = confinement;
  }

  Judgement judge(NodeCore core, Settings settings, Moment now) {
    final Duration idle =
        Duration.ofNanos(Math.max(0, now.nanos() - core.inputs().lastInputNanos()));
    return Stream.<java.util.function.Supplier<Optional<Judgement>>>of(
            () -> paused(core.conditions(), now),
            () -> unconfined(settings),
            () -> blind(core.inputs().sight()),
            () -> schedule(settings, now),
            () -> power(core, settings),
            () -> heat(core, settings, now),
            () -> exclusive(core.conditions()),
            () -> engaged(core.inputs(), settings),
            () -> recentInput(core, settings, idle),
            () -> load(core, settings, now),
            () -> traffic(core, settings),
            () -> recentLoad(core, settings, now),
            () -> tooEarly(core, settings),
            () -> knocked(core.inputs().knock(), now))
        .flatMap(rule -> rule.get().stream())
        .findFirst()
        .orElseGet(() -> away(core, settings, idle));
  }

  private Optional<Judgement> paused(Conditions conditions, Moment now) {
    final long until = conditions.pause().begunUntilEpochMillis();
    final String clause = "you paused Lull";
    if (until == Long.MAX_VALUE) {
      return Optional.of(Judgement.of(Kind.PAUSED, clause, " until you resume it"));
    }
    return until <= now.epochMillis()
        ? Optional.empty()
        : Optional.of(
            new Judgement(
                Kind.PAUSED,
                clause,
                clause + " until " + DurationText.clock(until, now.epochMillis(), zone),
                Duration.ofMillis(until - now.epochMillis())));
  }

  private Optional<Judgement> unconfined(Settings settings) {
    return confinement.suffices(settings)
        ? Optional.empty()
        : Optional.of(
            Judgement.of(
                Kind.UNCONFINED,
                "guests cannot be confined here",
                ": require-isolation is "
                    + settings.text(Setting.REQUIRE_ISOLATION)
                    + ", and there is "
                    + confinement.description()));
  }

  private static Optional<Judgement> blind(SessionCoverage sight) {
    return Optional.ofNullable(sight.blindness())
        .map(blind ->
            Judgement.of(
                Kind.BLIND,
                blind.clause(),
                ", so Lull assumes that you are present (" + blind.tried() + ")"));
  }

  private Optional<Judgement> schedule(Settings settings, Moment now) {
    final Schedule schedule = settings.get(Setting.SCHEDULE);
    final ZonedDateTime local = Instant.ofEpochMilli(now.epochMillis()).atZone(zone);
    if (schedule.allows(local)) {
      return Optional.empty();
    }
    final String clause = "your schedule reserves this time for you";
    return Optional.of(
        new Judgement(
            Kind.SCHEDULE,
            clause,
            clause + " (" + settings.text(Setting.SCHEDULE) + " is for guests)",
            schedule.untilNextChange(local).orElse(null)));
  }

  private static Optional<Judgement> power(NodeCore core, Settings settings) {
    final var power = core.conditions().power();
    if (power.saver() && settings.get(Setting.ON_POWER_SAVER) == OnPowerSaver.NEVER) {
      return Optional.of(Judgement.of(Kind.POWER, "the computer is in power-saving mode"));
    }
    return core.latches().battery()
        ? Optional.of(
            Judgement.of(
                Kind.POWER,
                "the computer runs on battery",
                ", charge "
                    + DurationText.percent(power.charge())
                    + " (on-battery is "
                    + settings.text(Setting.ON_BATTERY)
                    + ")"))
        : Optional.empty();
  }

  private static Optional<Judgement> heat(NodeCore core, Settings settings, Moment now) {
    if (!core.latches().heat()) {
      return Optional.empty();
    }
    final String clause = "the computer is too hot";
    if (core.conditions().tooHotFor(now.nanos())) {
      final Duration left = Duration.ofNanos(core.conditions().slowedUntilNanos() - now.nanos());
      return Optional.of(
          new Judgement(Kind.HEAT, clause, clause + ": its processors slow down to cool", left));
    }
    return Optional.of(
        Judgement.of(
            Kind.HEAT,
            clause,
            ": "
                + Math.round(core.conditions().heat().celsius())
                + " °C (max-temperature is "
                + settings.text(Setting.MAX_TEMPERATURE)
                + ")"));
  }

  private static Optional<Judgement> exclusive(Conditions conditions) {
    return conditions.exclusiveProgram().isEmpty()
        ? Optional.empty()
        : Optional.of(
            Judgement.of(
                Kind.EXCLUSIVE,
                conditions.exclusiveProgram()
                    + " is running, and you reserve the computer for it"));
  }

  private static Optional<Judgement> engaged(Inputs inputs, Settings settings) {
    return inputs
        .engagement(settings)
        .map(engaged ->
            Judgement.of(Kind.ENGAGED, DurationText.engaged(engaged.how(), engaged.by())));
  }

  private static Duration idleAfter(Inputs inputs, Settings settings) {
    final Duration set = settings.get(Setting.IDLE_AFTER);
    return inputs.locked() && set.compareTo(LOCKED_IDLE_AFTER) > 0 ? LOCKED_IDLE_AFTER : set;
  }

  private static Optional<Judgement> recentInput(NodeCore core, Settings settings, Duration idle) {
    final Inputs inputs = core.inputs();
    final Duration left = idleAfter(inputs, settings).minus(idle);
    if (!left.isPositive()) {
      return Optional.empty();
    }
    final Duration window = core.load().missing(settings.get(Setting.CPU_WINDOW));
    final Duration wait = left.compareTo(window) > 0 ? left : window;
    final String ahead = "; available in " + DurationText.lasting(wait);
    return Optional.of(
        inputs.seen()
            ? new Judgement(
                Kind.INPUT,
                inputs.sign(),
                inputs.sign() + " " + DurationText.lasting(idle) + " ago" + ahead,
                wait)
            : new Judgement(
                Kind.INPUT,
                "Lull has not watched for long enough",
                "there has been no input for "
                    + DurationText.lasting(idle)
                    + ", since Lull started to watch"
                    + ahead,
                wait));
  }

  private static Optional<Judgement> load(NodeCore core, Settings settings, Moment now) {
    final ShareWindow load = core.load();
    if (load.stale(now)) {
      return Optional.of(
          Judgement.of(
              Kind.BLIND,
              "Lull cannot measure how busy your programs are",
              ", so Lull assumes that you are present"));
    }
    if (!core.latches().cpu()) {
      return Optional.empty();
    }
    final double threshold = settings.get(Setting.CPU_THRESHOLD);
    final Duration window = settings.get(Setting.CPU_WINDOW);
    final boolean burst = LimitHysteresis.burst(load, threshold);
    return Optional.of(
        new Judgement(
            Kind.LOAD,
            "your programs need the processor",
            "your programs use "
                + DurationText.percent(load.mean(burst ? LimitHysteresis.BURST : window))
                + " of the processor (more than "
                + DurationText.percent(
                    burst ? LimitHysteresis.BURST_SHARE : limit(core, Kind.LOAD, threshold))
                + " over "
                + DurationText.lasting(burst ? LimitHysteresis.BURST : window)
                + ")",
            null));
  }

  /** The limit: higher while it is not exceeded, lower once it has been. */
  private static double limit(NodeCore core, Kind kind, double limit) {
    return core.verdict().judgement().kind() == kind ? limit * LimitHysteresis.CALM : limit;
  }

  private static Optional<Judgement> traffic(NodeCore core, Settings settings) {
    final LimitHysteresis latches = core.latches();
    if (!latches.disk() && !latches.network()) {
      return Optional.empty();
    }
    final Duration window = settings.get(Setting.CPU_WINDOW);
    final double share =
        (latches.disk() ? core.conditions().disk() : core.conditions().network()).mean(window);
    final double most = settings.get(latches.disk() ? Setting.BUSY_DISK : Setting.BUSY_NETWORK);
    return Optional.of(
        Judgement.of(
            Kind.TRAFFIC,
            latches.disk()
                ? "your programs keep the disk busy"
                : "your programs keep the network busy",
            ": "
                + DurationText.percent(share)
                + " of its capacity (more than "
                + DurationText.percent(limit(core, Kind.TRAFFIC, most))
                + " over "
                + DurationText.lasting(window)
                + ")"));
  }

  /**
   * A machine is recruited when its owner's programs, too, have been quiet for as long as its
   * owner: no guest comes between two compilations. One that has stayed may go on.
   */
  private static Optional<Judgement> recentLoad(NodeCore core, Settings settings, Moment now) {
    final @Nullable Moment busy = core.latches().busy();
    if (busy == null || core.guests().values().stream().anyMatch(guest -> guest.leave() == null)) {
      return Optional.empty();
    }
    final Duration quiet = Duration.ofNanos(Math.max(0, now.nanos() - busy.nanos()));
    final Duration left = idleAfter(core.inputs(), settings).minus(quiet);
    if (!left.isPositive()) {
      return Optional.empty();
    }
    return Optional.of(
        new Judgement(
            Kind.LOAD,
            "your programs were busy",
            "your programs were busy "
                + DurationText.lasting(quiet)
                + " ago; available in "
                + DurationText.lasting(left),
            left));
  }

  private static Optional<Judgement> tooEarly(NodeCore core, Settings settings) {
    final Duration window = settings.get(Setting.CPU_WINDOW);
    if (core.verdict().judgement().willing() || core.load().covers(window)) {
      return Optional.empty();
    }
    final Duration missing = core.load().missing(window);
    return Optional.of(
        new Judgement(
            Kind.TOO_EARLY,
            "Lull has not watched for long enough",
            "Lull has not watched your programs for long enough; available in "
                + DurationText.lasting(missing),
            missing));
  }

  private static Optional<Judgement> knocked(@Nullable SmallPointerMove knock, Moment now) {
    return Optional.ofNullable(knock)
        .map(found ->
            new Judgement(
                Kind.KNOCK,
                "the desk may have been bumped",
                "the desk may have been bumped; checking whether you are back",
                Duration.ofNanos(Math.max(0, found.endNanos() - now.nanos()))));
  }

  private static Judgement away(NodeCore core, Settings settings, Duration idle) {
    return new Judgement(
        Kind.AWAY,
        "you are away",
        "no input for "
            + DurationText.lasting(idle)
            + ", and your programs use "
            + DurationText.percent(core.load().mean(settings.get(Setting.CPU_WINDOW)))
            + " of the processor",
        null);
  }
}
