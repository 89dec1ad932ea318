package io.lull.agent.core.owner;

import io.lull.agent.core.settings.Setting;
import io.lull.agent.core.settings.Settings;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/**
 * How often to poll what no event reports; rarely where it matters little, since each poll wakes
 * the machine.
 *
 * @param load the owner's share of the processors
 * @param traffic how busy disks and links are
 * @param surroundings power, heat, cameras, programs
 */
public record PollIntervals(Duration load, Duration traffic, Duration surroundings) {
  private static final PollIntervals WITH_GUESTS =
      new PollIntervals(Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(5));

  /** A late observation delays nobody, and each poll costs the owner more than it tells. */
  private static final PollIntervals MAY_TAKE_GUESTS =
      new PollIntervals(Duration.ofSeconds(10), Duration.ofSeconds(10), Duration.ofSeconds(10));

  /** Load samples older than fifteen seconds say nothing about the present. */
  private static final PollIntervals KEPT_FROM_GUESTS =
      new PollIntervals(Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofSeconds(30));

  /** All values must be known again this long before guests may start. */
  private static final Duration SOON = Duration.ofSeconds(30);

  private static final int SAMPLES_A_WINDOW_WITH_GUESTS = 4;
  private static final int SAMPLES_A_WINDOW = 2;
  private static final Set<Judgement.Kind> LASTING =
      EnumSet.of(
          Judgement.Kind.PAUSED,
          Judgement.Kind.BLIND,
          Judgement.Kind.SCHEDULE,
          Judgement.Kind.INPUT);

  public static PollIntervals of(NodeCore core, Settings settings) {
    final Duration window = settings.get(Setting.CPU_WINDOW);
    if (core.hasGuests()) {
      return WITH_GUESTS.atLeastEvery(window.dividedBy(SAMPLES_A_WINDOW_WITH_GUESTS));
    }
    if (lasting(core.verdict().judgement(), window)) {
      return KEPT_FROM_GUESTS;
    }
    return MAY_TAKE_GUESTS.atLeastEvery(window.dividedBy(SAMPLES_A_WINDOW));
  }

  private static boolean lasting(Judgement judgement, Duration window) {
    final Duration change = judgement.changesIn();
    final Duration soon = window.compareTo(SOON) > 0 ? window : SOON;
    return LASTING.contains(judgement.kind()) && (change == null || change.compareTo(soon) > 0);
  }

  private PollIntervals atLeastEvery(Duration most) {
    return load.compareTo(most) > 0 ? new PollIntervals(most, traffic, surroundings) : this;
  }
}
