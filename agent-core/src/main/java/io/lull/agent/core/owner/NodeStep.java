package io.lull.agent.core.owner;

import io.lull.agent.core.owner.GuestState.Phase;
import io.lull.agent.core.settings.Policy;
import io.lull.agent.core.settings.Setting;
import io.lull.agent.core.settings.Settings;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The whole behaviour of a node towards its owner, as one pure function: state, event and time go
 * in; the new state and the actions come out.
 */
public final class NodeStep {
  private final ZoneId zone;
  private final Judge judge;
  private final StatusNarrator narrator;

  /**
   * @param zone of the owner's schedule
   */
  public NodeStep(ZoneId zone, Confinement confinement) {
    this.zone = zone;
    this.judge = new Judge(zone, confinement);
    this.narrator = new StatusNarrator(zone);
  }

  public record Outcome(NodeCore core, List<NodeEffect> effects) {
    public Outcome {
      effects = List.copyOf(effects);
    }
  }

  /**
   * @param chosen the owner's settings; this selects the profile in force
   */
  public Outcome on(NodeCore before, NodeEvent event, Settings chosen, Moment now) {
    final Settings settings = chosen.at(Instant.ofEpochMilli(now.epochMillis()).atZone(zone));
    final List<NodeEffect> ends = new ArrayList<>();
    NodeCore core = knockOver(EventRecorder.slept(before, now), event, now).at(now);
    final long cause = cause(core, event, now);
    core = EventRecorder.note(core, event, settings, now, ends);
    core = core.with(core.latches().next(core, settings, now));
    final Judgement judgement = judge.judge(core, settings, now);
    final Moment lingering = lingering(core, judgement, settings, now);
    final Reclaim reclaim = new Reclaim(judgement, lingering != null, settings, cause, now);
    core = reclaim.enforce(reclaim.leave(core, ends), ends);
    // Everything else waits until guests are frozen or held.
    final List<NodeEffect> effects = new ArrayList<>();
    core = reclaim.move(core, effects);
    effects.addAll(ends);
    final boolean willing = reclaim.willing(core);
    return new Outcome(
        core.with(
            narrator
                .verdict(core, judgement, willing, lingering, settings)
                .with(willing && reclaim.ghosts(core))),
        effects);
  }

  /** A small pointer movement that no other input followed was not the owner's. */
  private static NodeCore knockOver(NodeCore core, NodeEvent event, Moment now) {
    final SmallPointerMove knock = core.inputs().knock();
    final long at =
        event instanceof NodeEvent.Input e ? EventRecorder.past(e.nanos(), now) : now.nanos();
    return knock == null || knock.joinedBy(at) ? core : core.with(core.inputs().notKnocked());
  }

  /** The time of the event because of which a guest may have to leave. */
  private static long cause(NodeCore core, NodeEvent event, Moment now) {
    if (!(event instanceof NodeEvent.Input input)) {
      return now.nanos();
    }
    final SmallPointerMove knock = core.inputs().knock();
    return knock == null ? EventRecorder.past(input.nanos(), now) : knock.nanos();
  }

  /** Since when guests have run beside their owner; null: they may not. */
  private static @Nullable Moment lingering(
      NodeCore core, Judgement judgement, Settings settings, Moment now) {
    final double most = settings.get(Setting.LINGER_LOAD);
    final LimitHysteresis latches = core.latches();
    if (!judgement.light()
        || settings.get(Setting.POLICY) != Policy.LINGER
        || core.load().stale(now)
        || core.load().mean(settings.get(Setting.CPU_WINDOW)) >= most
        || core.load().mean(LimitHysteresis.BURST) >= most
        || latches.disk()
        || latches.network()
        || core.guests().values().stream()
            .noneMatch(guest -> guest.phase() == Phase.READY && guest.leave() == null)) {
      return null;
    }
    final Moment since = core.verdict().lingeringSince();
    final Moment from = since == null ? now : since;
    return now.nanos() - from.nanos() < settings.get(Setting.LINGER_TIME).toNanos() ? from : null;
  }
}
