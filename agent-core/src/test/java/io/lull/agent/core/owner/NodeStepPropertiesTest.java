package io.lull.agent.core.owner;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.agent.core.settings.Policy;
import io.lull.agent.core.settings.Setting;
import io.lull.agent.core.settings.Settings;
import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSignal.Engagement;
import io.lull.platform.input.UserSession;
import io.lull.platform.machine.PowerState;
import io.lull.platform.machine.ThermalState;
import io.lull.platform.machine.Traffic;
import io.lull.protocol.model.NodeState;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever happens, in whatever order, as an onlooker with books of their own sees it. */
class NodeStepPropertiesTest {
  private static final int STEPS = 3_000;
  private static final int SEEDS = Integer.getInteger("lull.seeds", 6);
  private static final Duration GRACE = Duration.ofSeconds(15);
  private static final Duration LINGER = Duration.ofSeconds(30);
  private static final Duration HOLD_LIMIT = Duration.ofSeconds(2);
  private static final Duration COARSEST_STEP = Duration.ofSeconds(1);
  private static final Duration KNOCK = Duration.ofSeconds(3);
  private static final Duration STILL = Duration.ofMinutes(10);

  private static final Map<String, Set<Coverage>> SOURCES =
      Map.of(
          "display", Set.of(new Coverage.Everything()),
          "devices", Set.of(new Coverage.Seats()),
          "terminals", Set.of(new Coverage.Terminals()),
          "watcher 1", Set.of(new Coverage.Session("1")),
          "watcher 2", Set.of(new Coverage.Session("2")),
          "logind", Set.of(new Coverage.SessionList()));
  private static final List<UserSession> SESSIONS =
      List.of(
          new UserSession("1", "ada", UserSession.Kind.X11, "seat0", false, false),
          new UserSession("2", "bob", UserSession.Kind.WAYLAND, "seat1", false, false),
          new UserSession("3", "eve", UserSession.Kind.TERMINAL, "", true, false),
          new UserSession("4", "tom", UserSession.Kind.X11, "", true, false));

  private final Map<String, GuestModel> guests = new TreeMap<>();
  private Random random = new Random();
  private Node node = new Node(Map.of());
  private Truth truth = new Truth(0);
  private String where = "";
  private int events;
  private int workers;
  private long freeSeconds;
  private long lastActivityNanos;
  private long knockNanos;

  static List<Long> seeds() {
    return java.util.stream.LongStream.rangeClosed(1, SEEDS).boxed().toList();
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void keepsItsPromisesToTheOwner(long seed) {
    random = new Random(seed);
    node = new Node(settings());
    truth = new Truth(node.nanos());
    lastActivityNanos = node.nanos();
    knockNanos = node.nanos() - KNOCK.toNanos();
    for (int i = 0; i < STEPS; i++) {
      where = "seed " + seed + ", after " + events + " events, " + node.settings();
      if (random.nextInt(60) == 0) {
        node.ownerCpu = random.nextDouble() < 0.7 ? 0.01 : random.nextDouble();
      }
      if (i % 500 == 499) {
        // Now and then the machine is at rest, or nothing would ever run on it.
        calm();
      }
      if (random.nextInt(3) > 0) {
        pass(Duration.ofMillis(random.nextInt(random.nextInt(10) == 0 ? 900_000 : 4_000)));
      } else if (random.nextInt(3) == 0 && guests.size() < 2) {
        claim();
      } else {
        tell(event());
      }
    }
    calm();
    assertThat(node.core().willing()).as("%s: it is never available again", where).isTrue();
    List.copyOf(guests.keySet()).forEach(worker -> tell(new NodeEvent.GuestGone(worker)));
    pass(COARSEST_STEP);
    assertThat(node.core().state()).as(where).isEqualTo(NodeState.AVAILABLE);
    assertThat(freeSeconds)
        .as("%s: nothing ever ran freely, nothing was tested", where)
        .isPositive();
  }

  private Map<String, String> settings() {
    final Map<String, String> chosen = new HashMap<>();
    chosen.put("policy", List.of("gentle", "strict", "linger").get(random.nextInt(3)));
    chosen.put("idle-after", random.nextBoolean() ? "20s" : "2m");
    chosen.put("linger-time", LINGER.toSeconds() + "s");
    chosen.put("hold-limit", HOLD_LIMIT.toSeconds() + "s");
    chosen.put("grace", random.nextBoolean() ? "0s" : GRACE.toSeconds() + "s");
    chosen.put("ignore-knocks", random.nextBoolean() ? "on" : "off");
    if (random.nextBoolean()) {
      chosen.put("profile.lunch.when", "12:05-12:45, 13:20-15:00");
      chosen.put("profile.lunch.policy", "strict");
      chosen.put("profile.lunch.idle-after", "1m");
    }
    return chosen;
  }

  private Settings inForce() {
    return node.settings()
        .at(Instant.ofEpochMilli(node.now().epochMillis()).atZone(ZoneOffset.UTC));
  }

  private void claim() {
    final String worker = "J1-w" + ++workers;
    guests.put(worker, new GuestModel(worker));
    tell(new NodeEvent.GuestClaimed(worker, "ada"));
    if (guests.containsKey(worker) && random.nextInt(4) > 0) {
      tell(new NodeEvent.GuestStarted(worker));
      tell(new NodeEvent.GuestReady(worker));
    }
  }

  private void pass(Duration duration) {
    Duration left = duration;
    while (left.isPositive()) {
      final Duration step = left.compareTo(COARSEST_STEP) > 0 ? COARSEST_STEP : left;
      feel(node.pass(step));
      left = left.minus(step);
    }
  }

  private void tell(NodeEvent event) {
    events++;
    final boolean knock = knock(event);
    truth.hear(event, node.now(), knock);
    switch (event) {
      case NodeEvent.GuestStarted e -> with(e.worker(), GuestModel::started);
      case NodeEvent.GuestReady e -> with(e.worker(), GuestModel::started);
      case NodeEvent.HandOver e -> with(e.worker(), guest -> guest.asked(e.last()));
      case NodeEvent.GuestGone e -> guests.remove(e.worker());
      default -> {}
    }
    feel(node.tell(event));
    if (knock) {
      for (final Map.Entry<String, GuestModel> guest : guests.entrySet()) {
        assertThat(guest.getValue().free())
            .as("%s: %s runs freely while the desk is knocked", where, guest.getKey())
            .isFalse();
      }
    }
  }

  /** Small, long after everything else, and nothing came after it yet. */
  private boolean knock(NodeEvent event) {
    if (!(event instanceof NodeEvent.Input input)) {
      return false;
    }
    final boolean pending = input.nanos() - knockNanos < KNOCK.toNanos();
    final boolean still = input.nanos() - lastActivityNanos >= STILL.toNanos();
    lastActivityNanos = Math.max(lastActivityNanos, input.nanos());
    final boolean knock =
        inForce().get(Setting.IGNORE_KNOCKS) && input.movedPixels() < 16 && still && !pending;
    knockNanos = knock ? input.nanos() : input.nanos() - KNOCK.toNanos();
    return knock;
  }

  private void with(String worker, java.util.function.Consumer<GuestModel> action) {
    final GuestModel guest = guests.get(worker);
    if (guest != null) {
      action.accept(guest);
    }
  }

  private NodeEvent event() {
    final String source = List.copyOf(new TreeMap<>(SOURCES).keySet()).get(random.nextInt(6));
    final UserSession session = SESSIONS.get(random.nextInt(SESSIONS.size()));
    final String worker =
        guests.isEmpty()
            ? "J1-w0"
            : List.copyOf(guests.keySet()).get(random.nextInt(guests.size()));
    return switch (random.nextInt(26)) {
      case 0, 1 -> {
        final int pixels = random.nextBoolean() ? random.nextInt(40) : Integer.MAX_VALUE;
        yield new NodeEvent.Input(source, node.nanos() - random.nextLong(1_000_000_000), pixels);
      }
      case 2 -> new NodeEvent.SourceHealth(source, false, "gone", node.nanos());
      case 3, 4, 5 -> works(source);
      case 6 -> new NodeEvent.SourceGone(source);
      case 7 -> new NodeEvent.SessionSeen("logind", session);
      case 8, 9 -> new NodeEvent.SessionEnded("logind", session.id());
      case 10 -> engaged(true);
      case 11, 12 -> engaged(false);
      case 13 -> new NodeEvent.Slept();
      case 14 ->
          new NodeEvent.Power(
              new PowerState(random.nextInt(3) > 0, random.nextDouble(), random.nextInt(5) == 0));
      case 15 -> new NodeEvent.ExclusiveProgram(random.nextInt(3) > 0 ? "" : "obs");
      case 16 ->
          new NodeEvent.Pause(
              node.now().epochMillis() + random.nextInt(100_000), random.nextInt(4) == 0);
      case 17 -> new NodeEvent.Resume();
      case 18 -> random.nextBoolean() ? new NodeEvent.Lock(source) : new NodeEvent.Unlock(source);
      case 19 -> new NodeEvent.GuestStarted(worker);
      case 20 -> new NodeEvent.GuestReady(worker);
      case 21 -> new NodeEvent.HandOver(worker, random.nextBoolean());
      case 22 -> new NodeEvent.GuestGone(worker);
      case 23 ->
          random.nextBoolean()
              ? new NodeEvent.Warmth(
                  new ThermalState(60 + random.nextInt(40), random.nextInt(9) == 0))
              : new NodeEvent.Busy(new Traffic(random.nextDouble(), random.nextDouble()));
      case 24 -> change();
      default -> random.nextInt(5) == 0 ? new NodeEvent.LeaseLost() : new NodeEvent.Tick();
    };
  }

  private NodeEvent works(String source) {
    return new NodeEvent.SourceHealth(
        source, true, "there", node.nanos(), java.util.Objects.requireNonNull(SOURCES.get(source)));
  }

  private NodeEvent engaged(boolean on) {
    final Engagement how =
        random.nextBoolean() ? Engagement.SCREEN_KEPT_ON : Engagement.FULL_SCREEN;
    return new NodeEvent.Engaged("watcher 1", how, "Firefox", on);
  }

  /** The owner thinks better of it, or the machine is put to sleep. */
  private NodeEvent change() {
    if (random.nextInt(3) == 0) {
      truth.woke(node.now());
      feel(node.sleep(Duration.ofMinutes(5)));
      return new NodeEvent.Tick();
    }
    final List<String> policies = List.of("gentle", "strict", "linger");
    feel(
        random.nextBoolean()
            ? node.change("idle-after", random.nextBoolean() ? "20s" : "3m")
            : node.change("policy", policies.get(random.nextInt(3))));
    return new NodeEvent.Tick();
  }

  private void feel(List<NodeEffect> effects) {
    final Settings settings = inForce();
    for (final NodeEffect effect : effects) {
      final String worker = worker(effect);
      if (worker.isEmpty()) {
        continue;
      }
      assertThat(guests).as("%s: %s of nobody", where, effect).containsKey(worker);
      with(worker, guest -> guest.feel(effect, where));
    }
    check(settings);
  }

  private static String worker(NodeEffect effect) {
    return switch (effect) {
      case NodeEffect.HoldGuest e -> e.worker();
      case NodeEffect.ReleaseGuest e -> e.worker();
      case NodeEffect.SuspendGuest e -> e.worker();
      case NodeEffect.ResumeGuest e -> e.worker();
      case NodeEffect.KillGuest e -> e.worker();
      default -> "";
    };
  }

  private void check(Settings settings) {
    final long now = node.nanos();
    final boolean present = truth.present(node.now(), settings.get(Setting.IDLE_AFTER));
    final Policy policy = settings.get(Setting.POLICY);
    if (present && policy != Policy.LINGER) {
      assertThat(node.core().willing()).as("%s: willing while present: %s", where, truth).isFalse();
    }
    for (final Map.Entry<String, GuestModel> entry : guests.entrySet()) {
      final GuestModel guest = entry.getValue();
      final String who = where + ": " + entry.getKey();
      freeSeconds += guest.free() && !present ? 1 : 0;
      guest.lingersSinceNanos =
          !present || policy != Policy.LINGER
              ? Long.MAX_VALUE
              : Math.min(guest.lingersSinceNanos, now);
      if (present && policy != Policy.LINGER) {
        guest.mustGoSinceNanos = Math.min(guest.mustGoSinceNanos, now);
      }
      if (present) {
        assertThat(guest.free()).as("%s runs freely beside its owner", who).isFalse();
        if (policy == Policy.STRICT) {
          assertThat(guest.moves()).as("%s moves though its owner is strict", who).isFalse();
        }
        if (guest.killed()) {
          assertThat(guest.moves()).as("%s moves after it was ended", who).isFalse();
        }
      }
      if (guest.mustGoSinceNanos != Long.MAX_VALUE && !guest.killed()) {
        assertThat(node.core().willing()).as("%s: willing before it has left", who).isFalse();
      }
      checkLeaving(guest, present, now, who);
    }
  }

  private static void checkLeaving(GuestModel guest, boolean present, long now, String who) {
    final boolean mustGo = guest.mustGoSinceNanos != Long.MAX_VALUE;
    final long since = mustGo ? now - guest.mustGoSinceNanos : 0;
    final long lingers =
        guest.lingersSinceNanos == Long.MAX_VALUE ? 0 : now - guest.lingersSinceNanos;
    if (present && since > HOLD_LIMIT.plus(COARSEST_STEP).toNanos()) {
      assertThat(guest.moves() && !guest.asked())
          .as("%s moves %s ns after it had to leave, and nobody asked it to", who, since)
          .isFalse();
    }
    assertThat(
            !guest.killed()
                && (since > GRACE.plus(COARSEST_STEP).toNanos()
                    || lingers > LINGER.plus(GRACE).plus(COARSEST_STEP).toNanos()))
        .as("%s is still here after %s ns, or lingers for %s ns", who, since, lingers)
        .isFalse();
  }

  /** Everything works, nobody is there, and nothing is asked of anybody. */
  private void calm() {
    SOURCES.keySet().stream().sorted().forEach(source -> tell(works(source)));
    SESSIONS.forEach(session -> tell(new NodeEvent.SessionEnded("logind", session.id())));
    tell(new NodeEvent.Engaged("watcher 1", Engagement.SCREEN_KEPT_ON, "", false));
    tell(new NodeEvent.Engaged("watcher 1", Engagement.FULL_SCREEN, "", false));
    tell(new NodeEvent.Resume());
    tell(new NodeEvent.Power(PowerState.MAINS));
    tell(new NodeEvent.ExclusiveProgram(""));
    tell(new NodeEvent.Warmth(ThermalState.UNKNOWN));
    for (int i = 0; i < 11; i++) {
      tell(new NodeEvent.Busy(Traffic.NONE));
      pass(Duration.ofSeconds(2));
    }
    List.copyOf(guests.keySet()).forEach(worker -> tell(new NodeEvent.GuestGone(worker)));
    node.ownerCpu = 0.01;
    pass(inForce().get(Setting.IDLE_AFTER).plus(Duration.ofMinutes(4)));
    if (node.core().willing()) {
      claim();
      pass(Duration.ofSeconds(5));
    }
  }
}
