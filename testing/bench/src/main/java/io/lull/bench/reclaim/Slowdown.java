package io.lull.bench.reclaim;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lull.bench.Sample;
import io.lull.bench.grid.Child;
import io.lull.bench.grid.Pause;
import io.lull.bench.reclaim.Row.Met;
import io.lull.cli.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * An owner's program on all cores beside a guest that wants them all too, against the same work
 * beside one that stands still, turn by turn. The program leads a session, as if started from the
 * owner's desktop.
 */
final class Slowdown implements Measurement {
  private static final int ROUNDS = 5;
  private static final double MOST = 1.03;
  private static final double HELD_CORES = 0.25;
  private static final int GUEST_BYTES = 32 << 20;
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final long SETTLES_MILLIS = 200;

  private enum Beside {
    NOTHING,
    FREE_GUEST,
    HELD_GUEST
  }

  private final Path folder;

  Slowdown(Path folder) {
    this.folder = folder;
  }

  @Override
  public List<Row> rows() throws IOException, InterruptedException {
    final List<Row> rows = new ArrayList<>();
    rows.addAll(rows("cpu", 0));
    rows.addAll(rows("memory", GUEST_BYTES));
    return rows;
  }

  private List<Row> rows(String kind, int guestBytes) throws IOException, InterruptedException {
    final Map<Beside, double[]> seconds = new EnumMap<>(Beside.class);
    final Path own = Files.createDirectory(folder.resolve(kind));
    try (RigProcess rig = RigProcess.obeying(own);
        Child owner = owner(own, kind)) {
      rig.guest(guestBytes);
      for (int round = -1; round < ROUNDS; round++) {
        for (int turn = 0; turn < Beside.values().length; turn++) {
          final Beside beside =
              Beside.values()[Math.floorMod(turn + round, Beside.values().length)];
          prepare(rig, beside);
          final double took = work(owner);
          rig.release();
          if (round >= 0) {
            seconds.computeIfAbsent(beside, _ -> new double[ROUNDS])[round] = took;
          }
        }
      }
      rig.end();
    }
    final Sample alone = of(seconds, Beside.NOTHING);
    final boolean memory = guestBytes > 0;
    return List.of(
        row(kind, "in linger (not held)", of(seconds, Beside.FREE_GUEST), alone, memory),
        row(
            kind,
            "while reclaiming (held to " + HELD_CORES + " of a core)",
            of(seconds, Beside.HELD_GUEST),
            alone,
            memory));
  }

  private static Sample of(Map<Beside, double[]> seconds, Beside beside) {
    return Sample.of(seconds.getOrDefault(beside, new double[0]));
  }

  private static void prepare(RigProcess rig, Beside beside)
      throws IOException, InterruptedException {
    switch (beside) {
      case NOTHING -> rig.suspend();
      case FREE_GUEST -> {}
      case HELD_GUEST -> rig.hold(HELD_CORES);
    }
    Pause.millis(SETTLES_MILLIS);
  }

  private static double work(Child owner) throws IOException, InterruptedException {
    owner.tell("again");
    return Long.parseLong(owner.await("^took ", PATIENCE).text().split(" ")[1]) / 1e9;
  }

  private static Child owner(Path folder, String kind) throws IOException {
    return Child.start(
        "owner",
        folder,
        Map.of(),
        List.of(
            "setsid",
            "--wait",
            Programs.java().toString(),
            "-XX:+UseSerialGC",
            "-cp",
            RigProcess.leanClassPath(),
            OwnerProgram.class.getName(),
            kind,
            Integer.toString(Runtime.getRuntime().availableProcessors())));
  }

  private static Row row(String kind, String how, Sample beside, Sample alone, boolean memory) {
    final double ratio = beside.median() / alone.median();
    final ObjectNode numbers = JsonNodeFactory.instance.objectNode();
    numbers.put("ratio", ratio);
    numbers.put("secondsAlone", alone.median());
    numbers.put("secondsBeside", beside.median());
    alone.values().forEach(numbers.putArray("allAlone")::add);
    beside.values().forEach(numbers.putArray("allBeside")::add);
    return new Row(
        "owner's program bound by " + kind + ", beside a guest " + how,
        String.format(Locale.ROOT, "%.3f × (%s, alone %s)", ratio, beside.in("s"), alone.in("s")),
        memory ? "shown" : String.format(Locale.ROOT, "≤ %.2f ×", MOST),
        memory ? Met.NONE : Met.when(ratio <= MOST),
        numbers);
  }
}
