package io.lull.agent.core.owner;

import io.lull.agent.core.owner.GuestState.Leave;
import io.lull.agent.core.owner.GuestState.Phase;
import io.lull.agent.core.owner.Verdict.Foreseen;
import io.lull.agent.core.settings.Setting;
import io.lull.agent.core.settings.Settings;
import io.lull.protocol.model.NodeState;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Derives a node's state and explains it in a sentence. */
final class StatusNarrator {
  private final ZoneId zone;

  StatusNarrator(ZoneId zone) {
    this.zone = zone;
  }

  Verdict verdict(
      NodeCore core,
      Judgement judgement,
      boolean willing,
      @Nullable Moment lingering,
      Settings settings) {
    final NodeState state = state(core, judgement);
    final Verdict before = core.verdict();
    return new Verdict(
        state,
        state == before.state() ? before.sinceEpochMillis() : core.last().epochMillis(),
        judgement,
        willing,
        false,
        lingering,
        reason(core, state, judgement, lingering, settings),
        foreseen(core, judgement, settings),
        settings.profile());
  }

  private static NodeState state(NodeCore core, Judgement judgement) {
    if (core.guests().values().stream().anyMatch(StatusNarrator::standsStill)) {
      return NodeState.SUSPENDED;
    }
    if (leaving(core).isPresent()) {
      return NodeState.VACATING;
    }
    if (first(core, Phase.READY).isPresent()) {
      return NodeState.RUNNING;
    }
    if (core.hasGuests()) {
      return NodeState.CLAIMED;
    }
    return judgement.away() ? NodeState.AVAILABLE : NodeState.OWNER;
  }

  /** A guest that is being ended counts as leaving, frozen or not. */
  private static boolean standsStill(GuestState guest) {
    return guest.frozen() && (guest.leave() == null || !guest.leave().killed());
  }

  private static Optional<String> first(NodeCore core, Phase phase) {
    return core.guests().entrySet().stream()
        .filter(entry -> entry.getValue().phase() == phase)
        .map(Map.Entry::getKey)
        .findFirst();
  }

  /** The guest whose grace period ends first. */
  private static Optional<Map.Entry<String, Leave>> leaving(NodeCore core) {
    return core.guests().entrySet().stream()
        .flatMap(entry ->
            Optional.ofNullable(entry.getValue().leave())
                .map(leave -> Map.entry(entry.getKey(), leave))
                .stream())
        .min(
            Comparator.comparingLong((Map.Entry<String, Leave> entry) ->
                entry.getValue().deadlineNanos() - core.last().nanos()));
  }

  private static String reason(
      NodeCore core,
      NodeState state,
      Judgement judgement,
      @Nullable Moment lingering,
      Settings settings) {
    return switch (state) {
      case SUSPENDED ->
          leaving(core)
              .map(entry -> leaving(core, entry) + "; it is frozen until its data is requested")
              .orElse("guests are frozen: " + judgement.reason());
      case VACATING -> leaving(core).map(entry -> leaving(core, entry)).orElseThrow();
      case RUNNING -> {
        final String worker = first(core, Phase.READY).orElseThrow();
        yield lingering == null
            ? "worker " + worker + " computes while you are away"
            : "worker "
                + worker
                + " stays at the lowest priority while you need little; it leaves in "
                + DurationText.lasting(lingerLeft(core, lingering, settings));
      }
      case CLAIMED ->
          first(core, Phase.WAITING)
              .map(worker ->
                  "worker "
                      + worker
                      + " waits without data, to compute at once if its job needs this computer")
              .orElseGet(() -> "worker " + core.guests().firstKey() + " is starting");
      default -> judgement.reason();
    };
  }

  private static Duration lingerLeft(NodeCore core, Moment lingering, Settings settings) {
    return settings.get(Setting.LINGER_TIME).minusNanos(core.last().nanos() - lingering.nanos());
  }

  private static String leaving(NodeCore core, Map.Entry<String, Leave> entry) {
    final Leave leave = entry.getValue();
    return "worker "
        + entry.getKey()
        + (leave.killed()
            ? " is being stopped, because "
            : " leaves within "
                + DurationText.lasting(
                    Duration.ofNanos(leave.deadlineNanos() - core.last().nanos()))
                + ", because ")
        + leave.why();
  }

  private Foreseen foreseen(NodeCore core, Judgement judgement, Settings settings) {
    final Moment now = core.last();
    final var leaving = leaving(core);
    if (leaving.isPresent()) {
      final long at = now.epochMillisAt(leaving.get().getValue().deadlineNanos());
      return new Foreseen(
          "yours", "", "the computer is yours alone", Math.max(at, now.epochMillis()));
    }
    if (core.pausesAfterGuests()) {
      return new Foreseen("pause", "", "Lull pauses when the running job has ended", 0);
    }
    return unlessProfileComes(byItself(judgement, settings, now), settings, now);
  }

  private Foreseen byItself(Judgement judgement, Settings settings, Moment now) {
    if (!judgement.away()) {
      final Duration wait = judgement.changesIn();
      return wait == null
          ? Foreseen.NOTHING
          : foreseen(
              "jobs",
              "",
              "the computer becomes available to jobs",
              now.epochMillis() + wait.toMillis(),
              now);
    }
    return settings
        .get(Setting.SCHEDULE)
        .nextChange(Instant.ofEpochMilli(now.epochMillis()).atZone(zone))
        .map(at ->
            foreseen(
                "schedule",
                "",
                "your schedule reserves the computer for you",
                at.toInstant().toEpochMilli(),
                now))
        .orElse(Foreseen.NOTHING);
  }

  /** Changed settings invalidate what was foreseen. */
  private Foreseen unlessProfileComes(Foreseen foreseen, Settings settings, Moment now) {
    return settings
        .nextProfileChange(Instant.ofEpochMilli(now.epochMillis()).atZone(zone))
        .map(change -> Map.entry(change.at().toInstant().toEpochMilli(), change.profile()))
        .filter(
            change -> foreseen.atEpochMillis() == 0 || change.getKey() < foreseen.atEpochMillis())
        .map(change -> profileComes(change.getValue(), settings.profile(), change.getKey(), now))
        .orElse(foreseen);
  }

  private Foreseen profileComes(String begins, String ends, long atEpochMillis, Moment now) {
    return begins.isEmpty()
        ? foreseen("profile-ends", ends, "the profile " + ends + " ends", atEpochMillis, now)
        : foreseen(
            "profile-begins", begins, "the profile " + begins + " begins", atEpochMillis, now);
  }

  private Foreseen foreseen(
      String kind, String profile, String what, long atEpochMillis, Moment now) {
    return new Foreseen(
        kind,
        profile,
        what + " at " + DurationText.clock(atEpochMillis, now.epochMillis(), zone),
        atEpochMillis);
  }
}
