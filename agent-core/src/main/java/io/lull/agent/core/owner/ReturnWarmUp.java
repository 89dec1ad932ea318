package io.lull.agent.core.owner;

import io.lull.agent.core.settings.Setting;
import io.lull.agent.core.settings.Settings;
import java.time.Duration;

/**
 * Simulates an owner's return on an imaginary node, so that nothing on that path is loaded or
 * linked for the first time while an owner waits.
 */
public final class ReturnWarmUp {
  private static final int RETURNS = 100;
  private static final String NOBODY = "nobody";
  private static final String SOURCE = "warm-up";

  private final NodeStep step;
  private final Settings settings;
  private Moment now;
  private NodeCore core;

  private ReturnWarmUp(NodeStep step, Settings settings, Moment start) {
    this.step = step;
    this.settings = settings;
    this.now = start;
    this.core = NodeCore.beginning(start);
  }

  public static void of(NodeStep step, Settings settings, Moment start) {
    final ReturnWarmUp warmUp = new ReturnWarmUp(step, settings, start);
    for (int i = 0; i < RETURNS; i++) {
      warmUp.play();
    }
  }

  private void play() {
    take(new NodeEvent.SourceHealth(SOURCE, true, "", now.nanos()));
    take(new NodeEvent.Load(0, 0));
    pass(settings.get(Setting.IDLE_AFTER).plus(settings.get(Setting.CPU_WINDOW)));
    take(new NodeEvent.Load(0, 0));
    take(new NodeEvent.GuestClaimed(NOBODY, NOBODY));
    take(new NodeEvent.GuestStarted(NOBODY));
    take(new NodeEvent.GuestReady(NOBODY));
    take(new NodeEvent.Input(SOURCE, now.nanos()));
    take(new NodeEvent.GuestHeld(NOBODY, now.nanos()));
    take(new NodeEvent.GuestGone(NOBODY));
  }

  private void pass(Duration time) {
    now = new Moment(now.nanos() + time.toNanos(), now.epochMillis() + time.toMillis());
  }

  private void take(NodeEvent event) {
    core = step.on(core, event, settings, now).core();
  }
}
