package io.lull.agent.core.owner;

import io.lull.agent.core.settings.Setting;
import io.lull.agent.core.settings.Settings;

/**
 * How this computer confines guests.
 *
 * @param sandbox whether guests cannot read the owner's files nor see the owner's programs
 * @param groups whether the system limits, accounts and ends a guest as a unit
 * @param description for people
 */
public record Confinement(boolean sandbox, boolean groups, String description) {
  /** Nothing is missing, as on a simulated computer. */
  public static final Confinement COMPLETE = new Confinement(true, true, "");

  /** Whether it is what the settings require. */
  public boolean suffices(Settings settings) {
    return settings.get(Setting.REQUIRE_ISOLATION).met(sandbox, groups);
  }
}
