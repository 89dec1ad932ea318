package io.lull.tray.agent;

import io.lull.protocol.model.NodeState;
import io.lull.protocol.text.Sizes;
import io.lull.protocol.wire.OwnerEngagement;
import io.lull.protocol.wire.OwnerStatus;
import io.lull.tray.model.Tone;
import io.lull.tray.text.Phrases;
import io.lull.tray.text.Texts;
import java.util.Optional;
import java.util.stream.Stream;

/** The agent's state, in three sentences of the owner's language. */
public final class AgentWords {
  private final Texts texts;
  private final Phrases phrases;

  /**
   * The state in words.
   *
   * @param headline what the computer does
   * @param reason why
   * @param next what will change it; empty: nothing is known
   */
  public record Words(Tone tone, String headline, String reason, String next) {}

  public AgentWords(Phrases phrases) {
    this.phrases = phrases;
    this.texts = Texts.of("computer", phrases.texts().locale());
  }

  public Words of(AgentState state, long nowEpochMillis) {
    return switch (state) {
      case AgentState.Looking _ -> plain(Tone.QUIET, "looking", texts.say("state.looking.why"));
      case AgentState.Absent _ -> plain(Tone.CARE, "absent", texts.say("state.absent.why"));
      case AgentState.Forbidden _ ->
          plain(Tone.CARE, "forbidden", texts.say("state.forbidden.why"));
      case AgentState.Refusing refusing -> plain(Tone.BAD, "refusing", refusing.line());
      case AgentState.Silent silent ->
          plain(
              Tone.BAD,
              "silent",
              texts.say("state.silent.why", phrases.at(silent.sinceEpochMillis(), nowEpochMillis)));
      case AgentState.Present present -> of(present.status(), nowEpochMillis);
    };
  }

  /** The computer is available, but no coordinator is connected. */
  public static boolean isAlone(OwnerStatus status) {
    return !status.getConnected()
        && status.getStatus().getState().equals(NodeState.AVAILABLE.wire());
  }

  /** A job is on the computer, or starting or leaving. */
  public static boolean isGuest(OwnerStatus status) {
    return Stream.of(NodeState.CLAIMED, NodeState.RUNNING, NodeState.SUSPENDED, NodeState.VACATING)
        .anyMatch(guest -> guest.wire().equals(status.getStatus().getState()));
  }

  /** The label that takes back a pause, or a planned one; empty: neither. */
  public static Optional<String> resuming(OwnerStatus status) {
    if (status.getPausesAfterGuests()) {
      return Optional.of("resume.before");
    }
    return status.getPausedUntilEpochMillis() == 0 ? Optional.empty() : Optional.of("resume");
  }

  private Words plain(Tone tone, String state, String why) {
    return new Words(tone, texts.say("state." + state), why, "");
  }

  private Words of(OwnerStatus status, long now) {
    if (isAlone(status)) {
      return new Words(
          Tone.CARE, texts.say("state.alone"), texts.say("why.alone"), texts.say("next.alone"));
    }
    final NodeState state = state(status);
    final boolean paused = status.getPausedUntilEpochMillis() != 0;
    final Tone tone =
        switch (state) {
          case AVAILABLE -> Tone.GOOD;
          case CLAIMED, RUNNING -> Tone.BUSY;
          case SUSPENDED, VACATING -> Tone.CARE;
          default -> status.getKind().equals("blind") ? Tone.CARE : Tone.QUIET;
        };
    final String headline = state == NodeState.OWNER && paused ? "paused" : state.wire();
    return new Words(
        tone, texts.say("state." + headline), reason(status, state, now), next(status, state, now));
  }

  /** A state that this version does not know counts as one without a guest. */
  private static NodeState state(OwnerStatus status) {
    return Stream.of(NodeState.values())
        .filter(state -> state.wire().equals(status.getStatus().getState()))
        .filter(state -> state != NodeState.DRAINED && state != NodeState.OFFLINE)
        .findFirst()
        .orElse(NodeState.OWNER);
  }

  private String reason(OwnerStatus status, NodeState state, long now) {
    final String job = status.getJobName().isEmpty() ? status.getJob() : status.getJobName();
    final boolean known = !status.getUser().isEmpty();
    return switch (state) {
      case CLAIMED, RUNNING ->
          known
              ? texts.say(
                  status.getGhost()
                      ? "why.guest.ghost"
                      : status.getKind().equals("away") ? "why.guest" : "why.guest.light",
                  status.getUser(),
                  job,
                  Sizes.format(status.getGuestMemoryBytes()))
              : why(status, now);
      case VACATING, SUSPENDED ->
          known
              ? texts.say("why.leaving", status.getUser(), job) + " " + why(status, now)
              : why(status, now);
      default -> why(status, now);
    };
  }

  private String why(OwnerStatus status, long now) {
    final long active = now - status.getStatus().getOwnerIdleMillis();
    return switch (status.getKind()) {
      case "away" -> texts.say("why.away", phrases.since(active, now));
      case "input" -> texts.say("why.input", phrases.at(active, now));
      case "paused" ->
          status.getPausedUntilEpochMillis() == Long.MAX_VALUE
              ? texts.say("why.paused-for-good")
              : texts.say("why.paused", phrases.until(status.getPausedUntilEpochMillis(), now));
      case "power" ->
          status.getConditions().getPowerSaver()
              ? texts.say("why.power-saver")
              : texts.say("why.power", phrases.percent(status.getConditions().getCharge()));
      case "exclusive" -> texts.say("why.exclusive", status.getExclusiveProgram());
      case "engaged" -> texts.say("why.engaged", engaged(status));
      default ->
          texts.knows("why." + status.getKind())
              ? texts.say("why." + status.getKind())
              // An agent that reports no kind sends its own sentence, in English.
              : status.getStatus().getReason();
    };
  }

  private String engaged(OwnerStatus status) {
    return status.getEngagementsList().stream()
        .map(OwnerEngagement::getHow)
        .filter(how -> texts.knows("engaged." + how))
        .map(how -> texts.say("engaged." + how))
        .findFirst()
        .orElse("…");
  }

  private String next(OwnerStatus status, NodeState state, long now) {
    final String key = "next." + status.getNextKind();
    if (status.getNextKind().isEmpty() || !texts.knows(key)) {
      return texts.say(state == NodeState.OWNER ? "next.none.owner" : "next.none");
    }
    final long change = status.getNextChangeEpochMillis();
    return texts.say(
        key, phrases.at(change, now), status.getNextProfile(), phrases.from(change, now));
  }
}
