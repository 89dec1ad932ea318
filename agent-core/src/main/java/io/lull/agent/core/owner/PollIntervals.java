package io.lull.agent.core.owner;

import io.lull.agent.core.settings.Setting;
import io.lull.agent.core.settings.Settings;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/**
 * How often to look at what nobody tells of: as often as it matters, since every look wakes the
 * machine.
 *
 * @param load how much of the processors the owner's programs take
 * @param traffic how busy disks and links are
 * @param surroundings power, heat, cameras, programs
 */
public record PollIntervals(Duration load, Duration traffic, Duration surroundings) {
  private static final PollIntervals WITH_GUESTS =
      new PollIntervals(Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(5));

  /** Nobody is held up by what is noticed late: each look costs the owner more than it tells. */
  private static final PollIntervals MAY_TAKE_GUESTS =
      new PollIntervals(Duration.ofSeconds(10), Duration.ofSeconds(10), Duration.ofSeconds(10));

  /** Load samples that are older than fifteen seconds tell nothing of the present. */
  private static final PollIntervals KEPT_FROM_GUESTS =
      new PollIntervals(Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofSeconds(30));

  /** That long before guests may come all must be known again. */
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
