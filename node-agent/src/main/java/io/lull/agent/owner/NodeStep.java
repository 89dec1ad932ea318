package io.lull.agent.owner;

import io.lull.agent.owner.Guest.Leave;
import io.lull.agent.owner.Guest.Phase;
import io.lull.agent.settings.Policy;
import io.lull.agent.settings.Setting;
import io.lull.agent.settings.Settings;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The whole behaviour of a node towards its owner, as one pure step: what it is, an event, and the
 * time go in; what it is then and what is to be done come out.
 */
public final class NodeStep {
  /** More than this between the two clocks' strides means that the machine slept in between. */
  private static final long SLEPT_MILLIS = 30_000;

  /** What a held guest gets of one core: enough to reach its safe point, too little to be felt. */
  private static final double HELD_CORES = 0.25;

  private final Judge judge;
  private final Narrator narrator;

  /**
   * @param zone in which the owner's schedule is meant
   */
  public NodeStep(ZoneId zone) {
    this.judge = new Judge(zone);
    this.narrator = new Narrator(zone);
  }

  public record Outcome(NodeCore core, List<NodeEffect> effects) {
    public Outcome {
      effects = List.copyOf(effects);
    }
  }

  public Outcome on(NodeCore before, NodeEvent event, Settings settings, Moment now) {
    final List<NodeEffect> effects = new ArrayList<>();
    NodeCore core = slept(before, now).at(now);
    core = note(core, event, settings, now, effects);
    final Judgement judgement = judge.judge(core, settings, now);
    final Moment lingering = lingering(core, judgement, settings, now);
    if (judgement.away()) {
      core = release(core);
    } else if (lingering != null) {
      core = hold(core, cause(event, now), effects);
    } else {
      core = vacate(core, judgement, settings, cause(event, now), now, effects);
    }
    core = enforce(core, settings, now, effects);
    return new Outcome(core.with(narrator.verdict(core, judgement, lingering, settings)), effects);
  }

  private static NodeCore slept(NodeCore core, Moment now) {
    final long wall = now.epochMillis() - core.last().epochMillis();
    final long awake = (now.nanos() - core.last().nanos()) / 1_000_000;
    return wall - awake > SLEPT_MILLIS ? core.with(core.inputs().active(now.nanos())) : core;
  }

  private static NodeCore note(
      NodeCore core, NodeEvent event, Settings settings, Moment now, List<NodeEffect> effects) {
    return switch (event) {
      case NodeEvent.Input e -> core.with(core.inputs().active(past(e.nanos(), now)));
      case NodeEvent.SourceHealth e ->
          core.with(
              core.inputs()
                  .health(
                      new NodeEvent.SourceHealth(
                          e.source(),
                          e.working(),
                          e.detail(),
                          past(e.lastInputNanos(), now),
                          e.coverage())));
      case NodeEvent.SourceGone e -> core.with(core.inputs().gone(e.source()));
      case NodeEvent.Slept _ -> core.with(core.inputs().active(now.nanos()));
      case NodeEvent.Load e ->
          core.with(
              core.load()
                  .add(
                      new LoadWindow.Sample(now.nanos(), e.ownerCpu(), e.guestCpu()),
                      settings.get(Setting.CPU_WINDOW)));
      case NodeEvent.Lock _ -> core.with(core.inputs().lock(true));
      case NodeEvent.Unlock _ -> core.with(core.inputs().lock(false).active(now.nanos()));
      case NodeEvent.Power e ->
          core.with(core.conditions().power(e.state().mains(), e.state().charge()));
      case NodeEvent.ExclusiveProgram e -> core.with(core.conditions().exclusive(e.name()));
      case NodeEvent.Pause e -> core.with(core.conditions().pausedUntil(e.untilEpochMillis()));
      case NodeEvent.Resume _ -> core.with(core.conditions().pausedUntil(0));
      case NodeEvent.GuestClaimed e -> claim(core, e, settings, now, effects);
      case NodeEvent.GuestStarted e -> phase(core, e.worker(), Phase.STARTED);
      case NodeEvent.GuestReady e -> phase(core, e.worker(), Phase.READY);
      case NodeEvent.GuestHeld e -> confirmHeld(core, e);
      case NodeEvent.GuestGone e -> gone(core, e.worker(), now, effects);
      case NodeEvent.LeaseLost _ -> leaseLost(core, now, effects);
      case NodeEvent.SettingsChanged _,
          NodeEvent.SessionSeen _,
          NodeEvent.SessionEnded _,
          NodeEvent.Engaged _,
          NodeEvent.Warmth _,
          NodeEvent.Busy _,
          NodeEvent.HandOver _,
          NodeEvent.Tick _ ->
          core;
    };
  }

  private static long past(long nanos, Moment now) {
    return nanos - now.nanos() > 0 ? now.nanos() : nanos;
  }

  /** When the event happened by which a guest may have to leave. */
  private static long cause(NodeEvent event, Moment now) {
    return event instanceof NodeEvent.Input input ? past(input.nanos(), now) : now.nanos();
  }

  private static NodeCore claim(
      NodeCore core,
      NodeEvent.GuestClaimed event,
      Settings settings,
      Moment now,
      List<NodeEffect> effects) {
    if (core.guests().containsKey(event.worker())) {
      return core;
    }
    final var welcome = settings.get(Setting.WELCOME);
    if (welcome.isEmpty() || welcome.contains(event.user())) {
      return core.with(event.worker(), Guest.claimed());
    }
    final String why = "jobs of " + event.user() + " are not welcome on this computer";
    effects.add(new NodeEffect.KillGuest(event.worker(), why));
    return core.with(
        event.worker(),
        Guest.claimed().leaving(new Leave(now.nanos(), now.nanos(), why, false, true)));
  }

  private static NodeCore phase(NodeCore core, String worker, Phase phase) {
    final Guest guest = core.guests().get(worker);
    return guest == null ? core : core.with(worker, guest.in(phase));
  }

  private static NodeCore confirmHeld(NodeCore core, NodeEvent.GuestHeld event) {
    final Guest guest = core.guests().get(event.worker());
    if (guest == null || guest.hold() == null || guest.hold().confirmed()) {
      return core;
    }
    return core.with(event.worker(), guest.confirmed())
        .with(core.records().reclaimed(millis(guest.hold().causeNanos(), event.nanos())));
  }

  private static NodeCore gone(NodeCore core, String worker, Moment now, List<NodeEffect> effects) {
    final Guest guest = core.guests().get(worker);
    if (guest == null) {
      return core;
    }
    final NodeCore left = core.without(worker);
    final Leave leave = guest.leave();
    if (leave == null || !leave.owner()) {
      return left;
    }
    final double millis = millis(leave.causeNanos(), now.nanos());
    effects.add(new NodeEffect.ReportVacated(worker, millis, leave.killed()));
    return left.with(left.records().vacated(millis));
  }

  private static double millis(long fromNanos, long toNanos) {
    return Math.max(0, toNanos - fromNanos) / 1e6;
  }

  /** Nobody can take over what the workers hold: waiting for it would be of no use. */
  private static NodeCore leaseLost(NodeCore core, Moment now, List<NodeEffect> effects) {
    final String why = "no coordinator was heard of for as long as its claim held";
    NodeCore after = core;
    for (final Map.Entry<String, Guest> entry : core.guests().entrySet()) {
      final Leave leave = entry.getValue().leave();
      if (leave != null && leave.killed()) {
        continue;
      }
      effects.add(new NodeEffect.KillGuest(entry.getKey(), why));
      final Leave ended =
          leave == null ? new Leave(now.nanos(), now.nanos(), why, false, true) : leave.kill();
      after = after.with(entry.getKey(), entry.getValue().leaving(ended));
    }
    return after;
  }

  private static @Nullable Moment lingering(
      NodeCore core, Judgement judgement, Settings settings, Moment now) {
    if (judgement.away()
        || !judgement.light()
        || settings.get(Setting.POLICY) != Policy.LINGER
        || core.load().meanOwnerCpu() > settings.get(Setting.CPU_THRESHOLD)
        || core.guests().values().stream()
            .noneMatch(guest -> guest.phase() == Phase.READY && guest.leave() == null)) {
      return null;
    }
    final Moment since = core.verdict().lingeringSince();
    final Moment from = since == null ? now : since;
    return now.nanos() - from.nanos() < settings.get(Setting.LINGER_TIME).toNanos() ? from : null;
  }

  private static NodeCore release(NodeCore core) {
    NodeCore after = core;
    for (final Map.Entry<String, Guest> entry : core.guests().entrySet()) {
      if (entry.getValue().leave() == null && entry.getValue().hold() != null) {
        after = after.with(entry.getKey(), entry.getValue().free());
      }
    }
    return after;
  }

  private static NodeCore hold(NodeCore core, long causeNanos, List<NodeEffect> effects) {
    NodeCore after = core;
    for (final Map.Entry<String, Guest> entry : core.guests().entrySet()) {
      final Guest guest = entry.getValue();
      if (guest.phase() != Phase.CLAIMED && guest.hold() == null) {
        effects.add(new NodeEffect.HoldGuest(entry.getKey(), HELD_CORES));
        after = after.with(entry.getKey(), guest.held(causeNanos));
      }
    }
    return after;
  }

  private static NodeCore vacate(
      NodeCore core,
      Judgement judgement,
      Settings settings,
      long causeNanos,
      Moment now,
      List<NodeEffect> effects) {
    final List<String> staying =
        core.guests().entrySet().stream()
            .filter(entry -> entry.getValue().leave() == null)
            .map(Map.Entry::getKey)
            .toList();
    if (staying.isEmpty()) {
      return core;
    }
    final boolean strict = settings.get(Setting.POLICY) == Policy.STRICT;
    final Duration grace = settings.get(Setting.GRACE);
    NodeCore after = core;
    for (final String worker : staying) {
      final Guest guest = core.guest(worker);
      final boolean atOnce = strict || guest.phase() != Phase.READY;
      final long deadline = atOnce ? now.nanos() : now.nanos() + grace.toNanos();
      final boolean started = guest.phase() != Phase.CLAIMED;
      if (started && atOnce) {
        effects.add(new NodeEffect.SuspendGuest(worker));
      } else if (started && guest.hold() == null) {
        effects.add(new NodeEffect.HoldGuest(worker, HELD_CORES));
      }
      if (atOnce) {
        effects.add(
            new NodeEffect.KillGuest(
                worker,
                guest.phase() == Phase.READY
                    ? "it had to leave at once because " + judgement.clause()
                    : "it had not begun yet when it had to leave because " + judgement.clause()));
      }
      after =
          after.with(
              worker,
              (started ? guest.held(causeNanos) : guest)
                  .leaving(new Leave(causeNanos, deadline, judgement.clause(), true, atOnce)));
    }
    effects.add(
        new NodeEffect.ReportReclaimed(
            judgement.reason(), now.epochMillisAt(after.deadlineNanos())));
    return after;
  }

  /** Whoever is still there when the grace period is over is ended by force. */
  private static NodeCore enforce(
      NodeCore core, Settings settings, Moment now, List<NodeEffect> effects) {
    NodeCore after = core;
    for (final Map.Entry<String, Guest> entry : core.guests().entrySet()) {
      final Leave leave = entry.getValue().leave();
      if (leave == null || leave.killed() || now.nanos() - leave.deadlineNanos() < 0) {
        continue;
      }
      effects.add(
          new NodeEffect.KillGuest(
              entry.getKey(),
              "its grace period of " + Words.lasting(settings.get(Setting.GRACE)) + " was over"));
      after = after.with(entry.getKey(), entry.getValue().leaving(leave.kill()));
      after = after.with(after.records().lost());
    }
    return after;
  }
}
