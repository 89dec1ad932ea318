package io.lull.tray.screen;

import io.lull.protocol.wire.AvailabilityBucket;
import io.lull.protocol.wire.AvailabilityView;
import io.lull.protocol.wire.Lane;
import io.lull.protocol.wire.LaneSpan;
import io.lull.protocol.wire.LanesView;
import io.lull.protocol.wire.NodeEvent;
import io.lull.protocol.wire.NodeEventList;
import io.lull.protocol.wire.NodeView;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;

/**
 * An office of so many computers, used from Monday to Friday; at night jobs run, which are mostly
 * done by Sunday at four in the morning. A pure function of time.
 */
public final class SampleOffice {
  private static final String[] KINDS = {"came", "reclaimed", "went", "reclaimed", "drained"};

  private final int nodes;
  private final long nowMillis;
  private final long knownFromMillis;

  public SampleOffice(int nodes, long nowMillis, Duration known) {
    this.nodes = nodes;
    this.nowMillis = nowMillis;
    this.knownFromMillis = nowMillis - known.toMillis();
  }

  /** From 0 to 1, as if by chance, the same whenever it is asked for. */
  private static double chance(long a, long b) {
    long x = a * 0x9E3779B97F4A7C15L + b * 0xC2B2AE3D27D4EB4FL + 0x165667B19E3779F9L;
    x = (x ^ (x >>> 30)) * 0xBF58476D1CE4E5B9L;
    x = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
    return ((x ^ (x >>> 31)) >>> 11) * 0x1.0p-53;
  }

  /** Which part of the owners is there. */
  private static double owners(long millis) {
    final ZonedDateTime at = Instant.ofEpochMilli(millis).atZone(ZoneOffset.UTC);
    final double hour = at.getHour() + at.getMinute() / 60.0;
    final double rise = 1 / (1 + Math.exp(-(hour - 8.4) * 2.2));
    final double fall = 1 / (1 + Math.exp((hour - 17.3) * 1.8));
    final double lunch = 1 - 0.35 * Math.exp(-(hour - 12.4) * (hour - 12.4) * 3);
    final int day = at.getDayOfYear();
    final double holidays = day > 357 || day < 6 ? 0.15 : day > 205 && day < 235 ? 0.6 : 1;
    final double most = holidays * (at.getDayOfWeek().getValue() > 5 ? 0.05 : 0.78);
    return 0.02 + most * rise * fall * lunch;
  }

  private static double offline(long millis) {
    final ZonedDateTime at = Instant.ofEpochMilli(millis).atZone(ZoneOffset.UTC);
    return at.getDayOfWeek().getValue() > 5 ? 0.16 : at.getHour() < 7 ? 0.13 : 0.07;
  }

  private static double jobs(long millis) {
    final ZonedDateTime at = Instant.ofEpochMilli(millis).atZone(ZoneOffset.UTC);
    final double hour = at.getHour() + at.getMinute() / 60.0;
    final boolean calm = at.getDayOfWeek().getValue() == 7;
    final double night = 0.5 + 0.35 * Math.cos((hour - 1) / 24 * 2 * Math.PI);
    final double far = calm ? Math.abs(hour - 4.5) / 20 : 1;
    final double wobble = 0.12 * Math.sin(millis / 3.1e6) + 0.06 * Math.sin(millis / 0.7e6);
    return Math.clamp((night + wobble) * Math.clamp(far, 0.04, 0.8), 0.02, 0.95);
  }

  private AvailabilityBucket bucket(long from, long until) {
    final long middle = (from + until) / 2;
    final AvailabilityBucket.Builder bucket = AvailabilityBucket.newBuilder().setAt(from);
    if (middle < knownFromMillis) {
      return bucket.build();
    }
    final int parts = Math.clamp((until - from) / 3_600_000, 1, 24);
    double running = 0;
    double owner = 0;
    double offline = 0;
    for (int p = 0; p < parts; p++) {
      final long at = from + (until - from) * (2L * p + 1) / (2L * parts);
      final double present = owners(at) + 0.03 * Math.sin(at / 1.9e6);
      final double gone = offline(at);
      final double free = Math.max(0, 1 - present - gone);
      owner += Math.max(0, present) / parts;
      offline += gone / parts;
      running += free * jobs(at) / parts;
    }
    final double there = nodes * (1 - 0.35 * Math.clamp((nowMillis - middle) / 3.2e10, 0, 1));
    return bucket
        .setOwner(there * owner)
        .setOffline(there * offline)
        .setRunning(there * running)
        .setAvailable(there * Math.max(0, 1 - owner - offline - running))
        .build();
  }

  public AvailabilityView availability(long fromMillis, long untilMillis, Duration bucket) {
    final long until = Math.min(untilMillis, nowMillis);
    final AvailabilityView.Builder view =
        AvailabilityView.newBuilder()
            .setFrom(fromMillis)
            .setUntil(until)
            .setBucketMillis(bucket.toMillis());
    for (long at = fromMillis; at < until; at += bucket.toMillis()) {
      view.addBuckets(bucket(at, Math.min(until, at + bucket.toMillis())));
    }
    return view.build();
  }

  private static String use(int node, long atMillis) {
    final long quarter = atMillis / 1_500_000;
    final double late = 3_600_000 * 1.5 * (chance(node, 7) - 0.5);
    final long shifted = atMillis + (long) late;
    if (chance(node, atMillis / 43_200_000) < offline(shifted) * 0.7) {
      return "offline";
    }
    if (chance(node, shifted / 7_200_000) < owners(shifted) * 1.1) {
      return "owner";
    }
    return chance(node / 4, quarter / 4) < jobs(shifted) ? "running" : "available";
  }

  public LanesView lanes(long fromMillis, long untilMillis, Duration step, List<String> names) {
    final long until = Math.min(untilMillis, nowMillis);
    final LanesView.Builder view = LanesView.newBuilder().setFrom(fromMillis).setUntil(until);
    for (final String name : names) {
      final int node = name.hashCode();
      final Lane.Builder lane = Lane.newBuilder().setNode(name);
      for (long at = fromMillis; at < until; at += step.toMillis()) {
        final String use = use(node, at);
        final int last = lane.getSpansCount() - 1;
        if (last >= 0 && lane.getSpans(last).getUse().equals(use)) {
          lane.setSpans(
              last,
              lane.getSpans(last).toBuilder().setUntil(Math.min(until, at + step.toMillis())));
        } else {
          lane.addSpans(
              LaneSpan.newBuilder()
                  .setFrom(at)
                  .setUntil(Math.min(until, at + step.toMillis()))
                  .setUse(use));
        }
      }
      view.addLanes(lane);
    }
    return view.build();
  }

  public NodeEventList events(long fromMillis, long untilMillis, int most) {
    final NodeEventList.Builder list = NodeEventList.newBuilder();
    long at = Math.min(untilMillis, nowMillis) - 240_000;
    for (int e = 0; e < Math.min(most, 24) && at > fromMillis; e++) {
      list.addEvents(
          NodeEvent.newBuilder()
              .setAt(at)
              .setNode(name((int) (chance(e, 3) * nodes)))
              .setKind(KINDS[(int) (chance(e, 5) * KINDS.length)]));
      at -= (long) (2_400_000 * chance(e, 9));
    }
    return list.build();
  }

  private String name(int index) {
    return "office-" + (index + 1);
  }

  /** As they are now. */
  public List<NodeView> nodes() {
    final List<NodeView> all = new ArrayList<>();
    for (int n = 0; n < nodes; n++) {
      final String name = name(n);
      final String use = use(name.hashCode(), nowMillis);
      final NodeView.Builder node =
          NodeView.newBuilder()
              .setName(name)
              .setState(use)
              .setReason(reason(use))
              .setSince(nowMillis - (long) (9_000_000 * chance(n, 11)))
              .setCores(n % 3 == 0 ? 16 : 8)
              .setMemoryBytes((n % 3 == 0 ? 32L : 16L) << 30)
              .setOs("Linux 6.8")
              .addLabels("floor=" + (n % 4 + 1));
      if (use.equals("running")) {
        node.setJob("J" + (40 + n % 3)).setRank(n / 3);
      }
      if (n == 2) {
        node.setState("drained").setReason("drained by root").setDrainedBy("root");
      }
      all.add(node.build());
    }
    return all;
  }

  private static String reason(String use) {
    return switch (use) {
      case "owner" -> "the owner touched a key 20 s ago";
      case "running" -> "a worker of J40 computes";
      case "available" -> "the owner has been away for long enough";
      default -> "its agent is not connected";
    };
  }
}
