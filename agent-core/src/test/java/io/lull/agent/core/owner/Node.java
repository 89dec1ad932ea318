package io.lull.agent.core.owner;

import io.lull.agent.core.settings.Settings;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A node on a clock of its own, whose owner's programs take a steady share. */
final class Node {
  static final String SOURCE = "display";
  private static final long START_NANOS = 1_000_000_000_000L;
  private static final long MONDAY_NOON = Instant.parse("2026-11-23T12:00:00Z").toEpochMilli();

  final List<NodeEffect> effects = new ArrayList<>();
  double ownerCpu = 0.02;
  private final NodeStep step;
  private Settings settings;
  private Duration elapsed = Duration.ZERO;
  private NodeCore core = NodeCore.beginning(now());

  Node(Map<String, String> settings) {
    this(settings, Confinement.COMPLETE);
  }

  Node(Map<String, String> settings, Confinement confinement) {
    this.settings = Settings.of(settings);
    this.step = new NodeStep(ZoneOffset.UTC, confinement);
  }

  /** A node whose owner left long ago, and which knows it. */
  static Node available(Map<String, String> settings) {
    return available(new Node(settings));
  }

  static Node available(Node node) {
    node.tell(new NodeEvent.SourceHealth(SOURCE, true, "events", node.nanos()));
    node.pass(node.settings().get(io.lull.agent.core.settings.Setting.IDLE_AFTER));
    node.pass(Duration.ofSeconds(22));
    return node;
  }

  Moment now() {
    return new Moment(START_NANOS + elapsed.toNanos(), MONDAY_NOON + elapsed.toMillis());
  }

  long nanos() {
    return now().nanos();
  }

  Settings settings() {
    return settings;
  }

  NodeCore core() {
    return core;
  }

  void set(String key, String value) {
    change(key, value);
  }

  List<NodeEffect> change(String key, String value) {
    settings = settings.with(key, value);
    return tell(new NodeEvent.SettingsChanged());
  }

  List<NodeEffect> tell(NodeEvent event) {
    final NodeStep.Outcome outcome = step.on(core, event, settings, now());
    core = outcome.core();
    effects.addAll(outcome.effects());
    return outcome.effects();
  }

  /** Time in which nothing happens but the measurement of load, once a second. */
  List<NodeEffect> pass(Duration duration) {
    final List<NodeEffect> seen = new ArrayList<>();
    final Duration end = elapsed.plus(duration);
    while (elapsed.plusSeconds(1).compareTo(end) <= 0) {
      elapsed = elapsed.plusSeconds(1);
      seen.addAll(tell(new NodeEvent.Load(ownerCpu, 0)));
    }
    if (elapsed.compareTo(end) < 0) {
      elapsed = end;
      seen.addAll(tell(new NodeEvent.Tick()));
    }
    return seen;
  }

  List<NodeEffect> pass(long seconds) {
    return pass(Duration.ofSeconds(seconds));
  }

  List<NodeEffect> input() {
    return tell(new NodeEvent.Input(SOURCE, nanos()));
  }

  /** A worker that computes. */
  void guest(String worker) {
    tell(new NodeEvent.GuestClaimed(worker, "ada"));
    tell(new NodeEvent.GuestStarted(worker));
    tell(new NodeEvent.GuestReady(worker));
  }

  /** The machine was suspended: the wall clock went on, the other stood still. */
  List<NodeEffect> sleep(Duration duration) {
    final Moment now = now();
    final NodeStep.Outcome outcome =
        step.on(
            core,
            new NodeEvent.Tick(),
            settings,
            new Moment(now.nanos(), now.epochMillis() + duration.toMillis()));
    core = outcome.core();
    effects.addAll(outcome.effects());
    return outcome.effects();
  }
}
