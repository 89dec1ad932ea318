package io.lull.agent.owner;

import io.lull.agent.core.owner.NodeCore;
import io.lull.agent.core.owner.NodeEvent;
import io.lull.agent.core.owner.PollIntervals;
import io.lull.agent.core.settings.Setting;
import io.lull.agent.core.settings.Settings;
import io.lull.platform.Platform;
import io.lull.platform.guest.GuestId;
import io.lull.platform.input.InputSignal.Engagement;
import io.lull.platform.machine.LoadSample;
import io.lull.platform.machine.LoadShares;
import io.lull.platform.machine.MediaUse;
import io.lull.platform.machine.PowerState;
import io.lull.platform.machine.ThermalState;
import io.lull.platform.machine.Traffic;
import io.lull.protocol.time.Clock;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Polls what no event reports, and passes on what it finds. For one thread, except where noted. */
final class StatusPoller {
  private static final Logger LOG = LoggerFactory.getLogger(StatusPoller.class);
  private static final String MEDIA = "media";

  private final Platform platform;
  private final Supplier<Settings> settings;
  private final Clock clock;
  private final Set<String> failing = new HashSet<>();
  private volatile @Nullable Double toldOwnerCpu;
  private volatile @Nullable PowerState toldPower;
  private volatile Seen seen = new Seen(PowerState.MAINS, ThermalState.UNKNOWN, Traffic.NONE);
  private @Nullable LoadSample lastSample;
  private MediaUse.InUse lastMedia = MediaUse.InUse.NONE;
  private long loadAt;
  private long trafficAt;
  private long surroundingsAt;
  private boolean began;

  /** The result of the last poll. */
  record Seen(PowerState power, ThermalState heat, Traffic traffic) {}

  /**
   * @param settings those in force now
   */
  StatusPoller(Platform platform, Supplier<Settings> settings, Clock clock) {
    this.platform = platform;
    this.settings = settings;
    this.clock = clock;
  }

  /** From any thread: this share replaces the measured one from now on. */
  void ownerCpu(double share) {
    toldOwnerCpu = share;
  }

  /** From any thread: this replaces the machine's own power supply from now on. */
  void power(PowerState state) {
    toldPower = state;
    seen = new Seen(state, seen.heat(), seen.traffic());
  }

  /** From any thread. */
  Seen seen() {
    return seen;
  }

  long untilDueNanos(NodeCore core) {
    if (!began) {
      return 0;
    }
    final PollIntervals pace = PollIntervals.of(core, settings.get());
    final long now = clock.nanos();
    return Math.max(
        0,
        Math.min(
            loadAt + pace.load().toNanos() - now,
            Math.min(
                trafficAt + pace.traffic().toNanos() - now,
                surroundingsAt + pace.surroundings().toNanos() - now)));
  }

  /** Polls everything that is due or nearly due: polls at the same time wake the machine once. */
  void look(NodeCore core, Collection<GuestId> guests, Consumer<NodeEvent> to) {
    final PollIntervals pace = PollIntervals.of(core, settings.get());
    final long soon = clock.nanos() + pace.load().toNanos() / 4;
    final boolean first = !began;
    began = true;
    if (first || soon - loadAt - pace.load().toNanos() >= 0) {
      loadAt = clock.nanos();
      guarded("the load of the processors", () -> load(guests, to));
    }
    if (first || soon - trafficAt - pace.traffic().toNanos() >= 0) {
      trafficAt = clock.nanos();
      guarded("the traffic of disks and links", () -> traffic(guests, to));
    }
    if (first || soon - surroundingsAt - pace.surroundings().toNanos() >= 0) {
      surroundingsAt = clock.nanos();
      guarded("the power supply", () -> power(to));
      guarded("the heat", () -> heat(to));
      guarded("the memory", () -> to.accept(new NodeEvent.Memory(platform.memory().memory())));
      guarded("microphones and cameras", () -> media(to));
      guarded("the programs that run", () -> exclusive(to));
    }
  }

  private void load(Collection<GuestId> guests, Consumer<NodeEvent> to) {
    final LoadSample sample = platform.load().sample(guests);
    final LoadSample before = lastSample;
    lastSample = sample;
    if (before == null) {
      return;
    }
    final LoadShares shares = sample.since(before);
    final Double told = toldOwnerCpu;
    to.accept(new NodeEvent.Load(told == null ? shares.owner() : told, shares.guest()));
  }

  private void traffic(Collection<GuestId> guests, Consumer<NodeEvent> to) {
    final Traffic traffic = platform.traffic().traffic(guests);
    seen = new Seen(seen.power(), seen.heat(), traffic);
    to.accept(new NodeEvent.Busy(traffic));
  }

  private void power(Consumer<NodeEvent> to) {
    if (toldPower == null) {
      final PowerState power = platform.power().state();
      seen = new Seen(power, seen.heat(), seen.traffic());
      to.accept(new NodeEvent.Power(power));
    }
  }

  private void heat(Consumer<NodeEvent> to) {
    final ThermalState heat = platform.heat().heat();
    seen = new Seen(seen.power(), heat, seen.traffic());
    to.accept(new NodeEvent.Warmth(heat));
  }

  private void media(Consumer<NodeEvent> to) {
    final MediaUse.InUse now = platform.media().inUse();
    if (now.microphone() != lastMedia.microphone()) {
      to.accept(new NodeEvent.Engaged(MEDIA, Engagement.MICROPHONE, "", now.microphone()));
    }
    if (now.camera() != lastMedia.camera()) {
      to.accept(new NodeEvent.Engaged(MEDIA, Engagement.CAMERA, "", now.camera()));
    }
    lastMedia = now;
  }

  private void exclusive(Consumer<NodeEvent> to) {
    final Set<String> exclusive = settings.get().get(Setting.EXCLUSIVE_PROGRAMS);
    final String running =
        exclusive.isEmpty()
            ? ""
            : platform.processes().running().stream()
                .filter(exclusive::contains)
                .sorted()
                .findFirst()
                .orElse("");
    to.accept(new NodeEvent.ExclusiveProgram(running));
  }

  /** A failing source does not block the others, and is reported once. */
  private void guarded(String what, Runnable look) {
    try {
      look.run();
      if (failing.remove(what)) {
        LOG.info("reading {} works again", what);
      }
    } catch (RuntimeException e) {
      if (failing.add(what)) {
        LOG.warn("cannot read {}", what, e);
      }
    }
  }
}
