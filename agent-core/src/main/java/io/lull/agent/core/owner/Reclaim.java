package io.lull.agent.core.owner;

import io.lull.agent.core.owner.GuestState.Leave;
import io.lull.agent.core.owner.GuestState.Motion;
import io.lull.agent.core.owner.GuestState.Phase;
import io.lull.agent.core.settings.Policy;
import io.lull.agent.core.settings.Setting;
import io.lull.agent.core.settings.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Decides what guests must do under a judgement.
 *
 * @param lingering guests may stay beside their owner for now
 * @param causeNanos when the event occurred because of which they may have to leave
 */
record Reclaim(
    Judgement judgement, boolean lingering, Settings settings, long causeNanos, Moment now) {

  /**
   * At idle priority a guest takes nothing that the owner's programs need; with less, encrypting
   * its data takes longer than sending it, and its memory is freed later.
   */
  private static final double HAND_OVER_CORES = 1;

  /** Guests may stay, or learn that they must leave. */
  NodeCore leave(NodeCore core, List<NodeEffect> effects) {
    NodeCore after = core;
    String reason = judgement.reason();
    boolean goes = false;
    for (final Map.Entry<String, GuestState> entry : core.guests().entrySet()) {
      final GuestState guest = entry.getValue();
      final String clause = clause(core, guest);
      if (guest.leave() != null || clause.isEmpty()) {
        continue;
      }
      reason = clause.equals(judgement.clause()) ? reason : clause;
      goes = true;
      after =
          after.with(entry.getKey(), guest.leaving(leave(entry.getKey(), guest, clause, effects)));
    }
    if (goes) {
      effects.add(new NodeEffect.ReportReclaimed(reason, now.epochMillisAt(after.deadlineNanos())));
    }
    return after;
  }

  /** Why the guest has to leave, as in "because ..."; empty: it may stay. */
  private String clause(NodeCore core, GuestState guest) {
    final boolean mayStay =
        judgement.away()
            || (!guest.ghost() && (judgement.kind() == Judgement.Kind.KNOCK || lingering));
    if (!mayStay) {
      return judgement.clause();
    }
    final String obstacle = guest.ghost() ? GhostTerms.obstacle(core, settings) : "";
    return obstacle.isEmpty() && !welcomes(settings, guest)
        ? DurationText.unwelcome(guest.user())
        : obstacle;
  }

  /** Whether the owner accepts jobs of the guest's user. */
  static boolean welcomes(Settings settings, GuestState guest) {
    final Set<String> welcome = settings.get(Setting.WELCOME);
    return welcome.isEmpty() || welcome.contains(guest.user());
  }

  private Leave leave(String worker, GuestState guest, String clause, List<NodeEffect> effects) {
    if (!strict() && guest.phase() == Phase.READY) {
      final Duration grace = settings.get(Setting.GRACE);
      return new Leave(
          causeNanos,
          now.nanos() + settings.get(Setting.HOLD_LIMIT).toNanos(),
          now.nanos() + grace.toNanos(),
          clause,
          true,
          false);
    }
    effects.add(
        new NodeEffect.KillGuest(
            worker,
            switch (guest.phase()) {
              case READY -> "it had to leave at once because " + clause;
              case WAITING -> "it waited without data, and had to leave because " + clause;
              case CLAIMED, STARTED -> "it had not started when it had to leave because " + clause;
            }));
    return Leave.atOnce(causeNanos, now.nanos(), clause, true);
  }

  private boolean strict() {
    return settings.get(Setting.POLICY) == Policy.STRICT;
  }

  /**
   * Whether a guest may start or stay. A guest that was told to leave leaves, even if its owner is
   * away again: as long as it is there, its job must count the node as lost.
   */
  boolean willing(NodeCore core) {
    return (judgement.willing() || lingering)
        && core.guests().values().stream()
            .filter(guest -> guest.leave() != null && guest.leave().owner())
            .noneMatch(guest -> welcomes(settings, guest));
  }

  /** Whether a ghost may begin or stay. */
  boolean ghosts(NodeCore core) {
    return judgement.away() && GhostTerms.met(core, settings);
  }

  /** A guest that is still there at the end of the grace period is ended by force. */
  NodeCore enforce(NodeCore core, List<NodeEffect> effects) {
    NodeCore after = core;
    for (final Map.Entry<String, GuestState> entry : core.guests().entrySet()) {
      final Leave leave = entry.getValue().leave();
      if (leave == null || leave.killed()) {
        continue;
      }
      final boolean over = now.nanos() - leave.deadlineNanos() >= 0;
      if (!over && (judgement.away() || !strict())) {
        continue;
      }
      effects.add(
          new NodeEffect.KillGuest(
              entry.getKey(),
              over
                  ? "its grace period of "
                      + DurationText.lasting(settings.get(Setting.GRACE))
                      + " had ended"
                  : "the policy was made strict while it was leaving"));
      after = after.with(entry.getKey(), entry.getValue().leaving(leave.kill()));
      after = over ? after.with(after.records().lost()) : after;
    }
    return after;
  }

  /** Applies to every guest the motion that is right for it now. */
  NodeCore move(NodeCore core, List<NodeEffect> effects) {
    NodeCore after = core;
    for (final Map.Entry<String, GuestState> entry : core.guests().entrySet()) {
      final GuestState guest = entry.getValue();
      final Motion to = right(guest);
      if (guest.started() && !to.equals(guest.motion())) {
        move(entry.getKey(), guest.motion(), to, effects);
        after = after.with(entry.getKey(), guest.moving(to, causeNanos));
      }
    }
    return after;
  }

  private Motion right(GuestState guest) {
    final Leave leave = guest.leave();
    if (leave == null && guest.phase() == Phase.WAITING && judgement.away()) {
      return Motion.held(settings.get(Setting.HOLD_SHARE));
    }
    if (leave == null) {
      return judgement.away()
          ? Motion.FREE
          : lingering ? Motion.held(settings.get(Setting.LINGER_SHARE)) : guest.motion().freeze();
    }
    if (leave.killed()) {
      return judgement.away() ? guest.motion() : guest.motion().freeze();
    }
    final double share = settings.get(Setting.HOLD_SHARE);
    if (guest.asked()) {
      return Motion.held(Math.max(share, HAND_OVER_CORES));
    }
    final boolean tooLong = now.nanos() - leave.freezeNanos() >= 0;
    final Motion held = Motion.held(share);
    return tooLong ? held.freeze() : held;
  }

  /** A frozen guest is held before it resumes, never after. */
  private static void move(String worker, Motion from, Motion to, List<NodeEffect> effects) {
    if (to.frozen()) {
      if (!from.frozen()) {
        effects.add(new NodeEffect.SuspendGuest(worker));
      }
      return;
    }
    if (Double.isInfinite(to.cores())) {
      if (!Double.isInfinite(from.cores())) {
        effects.add(new NodeEffect.ReleaseGuest(worker));
      }
    } else if (to.cores() != from.cores()) {
      effects.add(new NodeEffect.HoldGuest(worker, to.cores()));
    }
    if (from.frozen()) {
      effects.add(new NodeEffect.ResumeGuest(worker));
    }
  }
}
