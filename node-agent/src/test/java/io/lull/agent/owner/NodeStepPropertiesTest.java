package io.lull.agent.owner;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.agent.settings.Setting;
import io.lull.platform.power.PowerState;
import io.lull.protocol.model.NodeState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever happens, in whatever order. */
class NodeStepPropertiesTest {
  private static final int EVENTS = 3_000;
  private static final List<String> SOURCES = List.of("display", "console");

  private final Set<String> working = new HashSet<>();
  private final Set<String> alive = new HashSet<>();
  private final Map<String, Long> deadlines = new HashMap<>();
  private final List<String> history = new ArrayList<>();

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void keepsItsPromisesToTheOwner(long seed) {
    final Random random = new Random(seed);
    final Node node =
        new Node(
            Map.of(
                "policy",
                List.of("gentle", "strict", "linger").get(random.nextInt(3)),
                "idle-after",
                random.nextBoolean() ? "20s" : "2m",
                "linger-time",
                "30s",
                "grace",
                random.nextBoolean() ? "0s" : "15s"));
    int workers = 0;
    for (int i = 0; i < EVENTS; i++) {
      if (random.nextInt(60) == 0) {
        node.ownerCpu = random.nextDouble() < 0.7 ? 0.01 : random.nextDouble();
      }
      final List<NodeEffect> effects =
          random.nextInt(3) > 0
              ? node.pass(
                  Duration.ofMillis(random.nextInt(random.nextInt(10) == 0 ? 200_000 : 4_000)))
              : random.nextInt(8) == 0 && alive.size() < 2
                  ? claim(node, "J1-w" + ++workers)
                  : tell(node, event(random, node));
      check(seed, node, effects);
    }
    becomesAvailableInTheEnd(node, seed);
  }

  private List<NodeEffect> claim(Node node, String worker) {
    alive.add(worker);
    return tell(node, new NodeEvent.GuestClaimed(worker, "ada"));
  }

  private List<NodeEffect> tell(Node node, NodeEvent event) {
    history.add(event.toString());
    if (event instanceof NodeEvent.GuestGone gone) {
      alive.remove(gone.worker());
      deadlines.remove(gone.worker());
    }
    if (event instanceof NodeEvent.SourceHealth health) {
      if (health.working()) {
        working.add(health.source());
      } else {
        working.remove(health.source());
      }
    }
    return node.tell(event);
  }

  private NodeEvent event(Random random, Node node) {
    final String source = SOURCES.get(random.nextInt(SOURCES.size()));
    final String worker =
        alive.isEmpty() ? "J1-w0" : List.copyOf(alive).get(random.nextInt(alive.size()));
    return switch (random.nextInt(15)) {
      case 0, 1 -> new NodeEvent.Input(source, node.nanos() - random.nextLong(1_000_000_000));
      case 2 -> new NodeEvent.SourceHealth(source, false, "gone", node.nanos());
      case 3, 4 -> new NodeEvent.SourceHealth(source, true, "there", node.nanos());
      case 5 ->
          new NodeEvent.Power(new PowerState(random.nextBoolean(), random.nextDouble(), false));
      case 6 -> new NodeEvent.ExclusiveProgram(random.nextBoolean() ? "" : "obs");
      case 7 -> new NodeEvent.Pause(node.now().epochMillis() + random.nextInt(100_000));
      case 8 -> new NodeEvent.Resume();
      case 9 -> random.nextBoolean() ? new NodeEvent.Lock(source) : new NodeEvent.Unlock(source);
      case 10 -> new NodeEvent.GuestStarted(worker);
      case 11 -> new NodeEvent.GuestReady(worker);
      case 12 -> new NodeEvent.GuestHeld(worker, node.nanos());
      case 13 -> new NodeEvent.GuestGone(worker);
      default -> random.nextInt(5) == 0 ? new NodeEvent.LeaseLost() : new NodeEvent.Tick();
    };
  }

  private void check(long seed, Node node, List<NodeEffect> effects) {
    final String where = "seed " + seed + ", after " + history.size() + " events";
    final NodeCore core = node.core();
    if (working.isEmpty()) {
      assertThat(core.willing()).as("%s: willing though blind", where).isFalse();
    }
    if (core.state() == NodeState.AVAILABLE) {
      assertThat(alive).as("%s: available with a guest", where).isEmpty();
    }
    for (final NodeEffect effect : effects) {
      if (effect instanceof NodeEffect.KillGuest kill) {
        assertThat(alive).as("%s: kills who is not there", where).contains(kill.worker());
        final Long before = deadlines.put(kill.worker(), Long.MIN_VALUE);
        assertThat(before != null && before == Long.MIN_VALUE)
            .as("%s: killed twice", where)
            .isFalse();
      }
    }
    for (final String worker : alive) {
      final Guest.Leave leave = core.guest(worker).leave();
      if (leave == null) {
        assertThat(core.willing())
            .as("%s: %s stays against the owner's will", where, worker)
            .isTrue();
        continue;
      }
      final Long before = deadlines.putIfAbsent(worker, leave.deadlineNanos());
      if (before != null && before != Long.MIN_VALUE) {
        assertThat(leave.deadlineNanos()).as("%s: a deadline moved", where).isEqualTo(before);
      }
      if (!leave.killed()) {
        assertThat(leave.deadlineNanos())
            .as("%s: %s is kept past its deadline", where, worker)
            .isGreaterThan(node.nanos());
      }
    }
  }

  private void becomesAvailableInTheEnd(Node node, long seed) {
    tell(node, new NodeEvent.SourceHealth(SOURCES.getFirst(), true, "there", node.nanos()));
    tell(node, new NodeEvent.Resume());
    tell(node, new NodeEvent.Power(new PowerState(true, 1, false)));
    tell(node, new NodeEvent.ExclusiveProgram(""));
    List.copyOf(alive).forEach(worker -> tell(node, new NodeEvent.GuestGone(worker)));
    node.ownerCpu = 0.01;
    node.pass(node.settings().get(Setting.IDLE_AFTER).plus(Duration.ofSeconds(45)));
    assertThat(node.core().state()).as("seed %d", seed).isEqualTo(NodeState.AVAILABLE);
  }
}
