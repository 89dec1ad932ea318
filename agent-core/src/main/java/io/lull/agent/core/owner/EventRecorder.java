package io.lull.agent.core.owner;

import io.lull.agent.core.owner.GuestState.Leave;
import io.lull.agent.core.owner.GuestState.Phase;
import io.lull.agent.core.settings.Setting;
import io.lull.agent.core.settings.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Applies an event to the state of a node. */
final class EventRecorder {
  /** A larger difference between the two clocks' steps means that the machine slept in between. */
  private static final long SLEPT_MILLIS = 30_000;

  private static final String WOKE_UP = "the computer woke up";

  private EventRecorder() {}

  /** Events may have been missed. */
  static NodeCore slept(NodeCore core, Moment now) {
    final long wall = now.epochMillis() - core.last().epochMillis();
    final long awake = (now.nanos() - core.last().nanos()) / 1_000_000;
    return wall - awake > SLEPT_MILLIS
        ? core.with(core.inputs().active(now.nanos(), WOKE_UP))
        : core;
  }

  static NodeCore note(
      NodeCore core, NodeEvent event, Settings settings, Moment now, List<NodeEffect> effects) {
    return switch (event) {
      case NodeEvent.Input e -> core.with(input(core.inputs(), e, settings, now));
      case NodeEvent.SourceHealth e ->
          core.with(
              core.inputs()
                  .health(
                      new NodeEvent.SourceHealth(
                          e.source(),
                          e.working(),
                          e.detail(),
                          past(e.lastInputNanos(), now),
                          e.coverage()),
                      now.nanos()));
      case NodeEvent.SourceGone e -> core.with(core.inputs().gone(e.source(), now.nanos()));
      case NodeEvent.SessionSeen e -> core.with(core.inputs().session(e, now.nanos()));
      case NodeEvent.SessionEnded e -> core.with(core.inputs().sessionEnded(e.id()));
      case NodeEvent.Engaged e -> core.with(core.inputs().engaged(e, settings, now.nanos()));
      case NodeEvent.Slept _ -> core.with(core.inputs().active(now.nanos(), WOKE_UP));
      case NodeEvent.Load e ->
          core.with(core.load().add(now.nanos(), e.ownerCpu(), e.guestCpu(), longest(settings)));
      case NodeEvent.Lock e -> core.with(core.inputs().locked(e.source()));
      case NodeEvent.Unlock e -> core.with(core.inputs().unlocked(e, now.nanos()));
      case NodeEvent.Power e -> core.with(core.conditions().power(e.state()));
      case NodeEvent.Warmth e -> core.with(core.conditions().heat(e.heat(), now.nanos()));
      case NodeEvent.Memory e -> core.with(core.conditions().memory(e.state()));
      case NodeEvent.Busy e -> core.with(busy(core.conditions(), e, settings, now));
      case NodeEvent.ExclusiveProgram e -> core.with(core.conditions().exclusive(e.name()));
      case NodeEvent.Pause e -> pause(core, e, now);
      case NodeEvent.Resume _ -> core.with(core.conditions().pause(OwnerPause.NONE));
      case NodeEvent.GuestClaimed e -> claim(core, e, settings, now, effects);
      case NodeEvent.GuestStarted e -> phase(core, e.worker(), Phase.STARTED);
      case NodeEvent.GuestReady e -> phase(core, e.worker(), Phase.READY);
      case NodeEvent.GuestWoken e -> woken(core, e.worker());
      case NodeEvent.GuestHeld e -> confirmHeld(core, e);
      case NodeEvent.HandOver e -> handOver(core, e);
      case NodeEvent.GuestGone e -> gone(core, e.worker(), now, effects);
      case NodeEvent.LeaseLost _ -> leaseLost(core, now, effects);
      case NodeEvent.SettingsChanged _, NodeEvent.Tick _ -> core;
    };
  }

  /** The longest time for which any rule needs samples. */
  private static Duration longest(Settings settings) {
    final Duration window = settings.get(Setting.CPU_WINDOW);
    return window.compareTo(LimitHysteresis.BURST) > 0 ? window : LimitHysteresis.BURST;
  }

  static long past(long nanos, Moment now) {
    return nanos - now.nanos() > 0 ? now.nanos() : nanos;
  }

  private static Inputs input(Inputs inputs, NodeEvent.Input event, Settings settings, Moment now) {
    final long nanos = past(event.nanos(), now);
    return inputs.knock() == null && SmallPointerMove.likely(inputs, event, nanos, settings)
        ? inputs.knocked(new SmallPointerMove(nanos))
        : inputs.active(nanos, Inputs.HAND);
  }

  private static Conditions busy(
      Conditions conditions, NodeEvent.Busy event, Settings settings, Moment now) {
    final Duration window = settings.get(Setting.CPU_WINDOW);
    return conditions.traffic(
        conditions.disk().add(now.nanos(), event.traffic().ownerDisk(), 0, window),
        conditions.network().add(now.nanos(), event.traffic().ownerNetwork(), 0, window));
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
    final GuestState guest = GuestState.claimed(event.user(), event.ghost());
    final boolean last = core.conditions().pause().afterGuests();
    if (!last && Reclaim.welcomes(settings, guest)) {
      return core.with(event.worker(), guest);
    }
    final String why = last ? DurationText.LAST : DurationText.unwelcome(guest.user());
    effects.add(new NodeEffect.KillGuest(event.worker(), why));
    return core.with(
        event.worker(), guest.leaving(Leave.atOnce(now.nanos(), now.nanos(), why, false)));
  }

  private static NodeCore phase(NodeCore core, String worker, Phase phase) {
    final GuestState guest = core.guests().get(worker);
    return guest == null ? core : core.with(worker, guest.in(phase));
  }

  private static NodeCore woken(NodeCore core, String worker) {
    final GuestState guest = core.guests().get(worker);
    return guest == null ? core : core.with(worker, guest.woken());
  }

  private static NodeCore handOver(NodeCore core, NodeEvent.HandOver event) {
    final GuestState guest = core.guests().get(event.worker());
    return guest == null ? core : core.with(event.worker(), guest.handOver(event.last()));
  }

  private static NodeCore confirmHeld(NodeCore core, NodeEvent.GuestHeld event) {
    final GuestState guest = core.guests().get(event.worker());
    if (guest == null || guest.hold() == null || guest.hold().confirmed()) {
      return core;
    }
    return core.with(event.worker(), guest.confirmed())
        .with(core.records().reclaimed(millis(guest.hold().causeNanos(), event.nanos())));
  }

  private static NodeCore gone(NodeCore core, String worker, Moment now, List<NodeEffect> effects) {
    final GuestState guest = core.guests().get(worker);
    if (guest == null) {
      return core;
    }
    final NodeCore left = pausedAfter(core.without(worker));
    final Leave leave = guest.leave();
    if (leave == null || !leave.owner()) {
      return left;
    }
    final double millis = millis(leave.causeNanos(), now.nanos());
    effects.add(new NodeEffect.ReportVacated(worker, millis, leave.killed()));
    return left.with(left.records().vacated(millis));
  }

  /** A pause that has begun continues, whatever the new one says. */
  private static NodeCore pause(NodeCore core, NodeEvent.Pause event, Moment now) {
    final boolean begun = core.conditions().pause().begunUntilEpochMillis() > now.epochMillis();
    return core.with(
        core.conditions()
            .pause(
                new OwnerPause(
                    event.untilEpochMillis(), event.afterGuests() && core.hasGuests() && !begun)));
  }

  private static NodeCore pausedAfter(NodeCore core) {
    final OwnerPause pause = core.conditions().pause();
    return pause.afterGuests() && !core.hasGuests()
        ? core.with(core.conditions().pause(pause.begun()))
        : core;
  }

  private static double millis(long fromNanos, long toNanos) {
    return Math.max(0, toNanos - fromNanos) / 1e6;
  }

  /** Nobody can take over the workers' data, so waiting is useless. */
  private static NodeCore leaseLost(NodeCore core, Moment now, List<NodeEffect> effects) {
    final String why = "the coordinator's claim expired: no coordinator is connected";
    NodeCore after = core;
    for (final Map.Entry<String, GuestState> entry : core.guests().entrySet()) {
      final Leave leave = entry.getValue().leave();
      if (leave != null && leave.killed()) {
        continue;
      }
      effects.add(new NodeEffect.KillGuest(entry.getKey(), why));
      final Leave ended =
          leave == null ? Leave.atOnce(now.nanos(), now.nanos(), why, false) : leave.kill();
      after = after.with(entry.getKey(), entry.getValue().leaving(ended));
    }
    return after;
  }
}
