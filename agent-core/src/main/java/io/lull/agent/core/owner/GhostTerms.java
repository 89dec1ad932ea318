package io.lull.agent.core.owner;

import io.lull.agent.core.settings.Setting;
import io.lull.agent.core.settings.Settings;

/**
 * When a ghost, a worker that waits without data, may be on a computer whose owner is away. It is
 * of use only perhaps, so it takes nothing that anybody could miss.
 */
final class GhostTerms {
  /** With a smaller part of the memory left, a ghost ends. */
  private static final double LEAST_MEMORY = 0.2;

  /** With a smaller part left, none begins: it would take some of it itself. */
  private static final double LEAST_MEMORY_TO_BEGIN = 0.4;

  private GhostTerms() {}

  /** Why none may stay, as in "because ..."; empty: one may. */
  static String obstacle(NodeCore core, Settings settings) {
    return obstacle(core, settings, LEAST_MEMORY);
  }

  /** Whether one may begin, or the one that is there may stay. */
  static boolean met(NodeCore core, Settings settings) {
    final boolean there = core.guests().values().stream().anyMatch(GuestState::ghost);
    return obstacle(core, settings, there ? LEAST_MEMORY : LEAST_MEMORY_TO_BEGIN).isEmpty();
  }

  private static String obstacle(NodeCore core, Settings settings, double leastMemory) {
    if (!settings.get(Setting.GHOSTS)) {
      return "the setting ghosts is off";
    }
    if (core.pausesAfterGuests()) {
      return DurationText.LAST;
    }
    if (!core.conditions().power().mains()) {
      return "the computer runs on battery";
    }
    return core.conditions().memory().below(leastMemory) ? "its memory is nearly full" : "";
  }
}
