package io.lull.agent.core.owner;

import io.lull.agent.core.settings.OnBattery;
import io.lull.agent.core.settings.Setting;
import io.lull.agent.core.settings.Settings;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Limits that were exceeded, each until its value is well below it again, so that a value near its
 * limit does not admit and evict guests all day.
 *
 * @param mains whether the machine runs on mains
 * @param busy when the owner's programs last exceeded one of their limits (processor, disk,
 *     network); null: never
 */
record LimitHysteresis(
    boolean mains,
    boolean battery,
    boolean heat,
    boolean cpu,
    boolean disk,
    boolean network,
    @Nullable Moment busy) {
  static final LimitHysteresis OPEN =
      new LimitHysteresis(true, false, false, false, false, false, null);

  /** An exceeded share must fall below this part of its limit. */
  static final double CALM = 0.75;

  /** A burst of the owner's programs this short counts if it takes most of the machine. */
  static final Duration BURST = Duration.ofSeconds(4);

  static final double BURST_SHARE = 0.6;

  private static final double CHARGE_BAND = 0.05;
  private static final double COOL_BY_CELSIUS = 10;

  /** Charges are whole per cent, and 0.5 - 0.05 is not exactly 0.45. */
  private static final double ROUNDING = 1e-6;

  LimitHysteresis next(NodeCore core, Settings settings, Moment now) {
    final Conditions conditions = core.conditions();
    final Duration window = settings.get(Setting.CPU_WINDOW);
    final boolean cpuBusy = cpu(core.load(), settings);
    final boolean diskBusy =
        above(
            conditions.disk().stale(now) ? 0 : conditions.disk().mean(window),
            settings.get(Setting.BUSY_DISK),
            disk);
    final boolean networkBusy =
        above(
            conditions.network().stale(now) ? 0 : conditions.network().mean(window),
            settings.get(Setting.BUSY_NETWORK),
            network);
    return new LimitHysteresis(
        conditions.power().mains(),
        battery(conditions, settings.get(Setting.ON_BATTERY)),
        heat(conditions, settings.get(Setting.MAX_TEMPERATURE), now),
        cpuBusy,
        diskBusy,
        networkBusy,
        cpuBusy || diskBusy || networkBusy ? now : busy);
  }

  private boolean battery(Conditions conditions, OnBattery allowed) {
    if (conditions.power().mains() || allowed.equals(OnBattery.ALWAYS)) {
      return false;
    }
    if (allowed.equals(OnBattery.NEVER)) {
      return true;
    }
    final double charge = conditions.power().charge();
    if (mains) {
      return !allowed.allows(charge);
    }
    return battery
        ? charge < allowed.above() + CHARGE_BAND - ROUNDING
        : charge < allowed.above() - CHARGE_BAND + ROUNDING;
  }

  private boolean heat(Conditions conditions, double most, Moment now) {
    final double celsius = conditions.heat().celsius();
    return conditions.tooHotFor(now.nanos()) || celsius > (heat ? most - COOL_BY_CELSIUS : most);
  }

  private boolean cpu(ShareWindow load, Settings settings) {
    final double threshold = settings.get(Setting.CPU_THRESHOLD);
    return above(load.mean(settings.get(Setting.CPU_WINDOW)), threshold, cpu)
        || burst(load, threshold);
  }

  static boolean burst(ShareWindow load, double threshold) {
    return load.covers(BURST) && load.mean(BURST) >= BURST_SHARE && load.mean(BURST) > threshold;
  }

  private static boolean above(double mean, double limit, boolean before) {
    return mean > (before ? limit * CALM : limit);
  }
}
