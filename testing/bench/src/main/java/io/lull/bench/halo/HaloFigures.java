package io.lull.bench.halo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lull.bench.BenchWorkers;
import io.lull.bench.FigureDocument;
import io.lull.bench.OptionPairs;
import io.lull.bench.Sample;
import io.lull.bench.TemporaryFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Half the round trip of a message between two processes of this machine: two workers', with and
 * without TLS, and two tasks', on two workers or one, beside two raw sockets; turn by turn, so that
 * whatever else the machine does is everybody's.
 */
public final class HaloFigures {
  public static final String USAGE =
      """
      lull bench halo [--sizes BYTES,...] [--rounds K] [--peer NAME=COMMAND]... [--json FILE]
        --peer NAME=COMMAND   another system; its words are separated by spaces. It prints a line of JSON for each
                              size, with the fields size (bytes) and half_rtt_s (seconds)\
      """;

  private static final int MOST_BYTES = 64 << 20;
  private static final int MOST_ROUNDS = 1000;

  /** So much is sent for one figure, but no fewer and no more messages than these. */
  private static final long BATCH_BYTES = 64L << 20;

  private static final int LEAST_COUNT = 5;
  private static final int MOST_COUNT = 5_000;
  private static final int WARM_ROUNDS = 2;

  private final List<Integer> sizes;
  private final Map<String, List<String>> peers;
  private final int rounds;
  private final FigureDocument document;

  private HaloFigures(OptionPairs options) {
    sizes =
        options.wholes(OptionPairs.SIZES, MOST_BYTES, 8, 64, 1024, 8192, 65536, 1 << 20, 16 << 20);
    peers = options.peers();
    rounds = options.whole(OptionPairs.ROUNDS, MOST_ROUNDS, 7);
    document = options.document();
  }

  /**
   * @throws IllegalArgumentException with one line, when an option cannot be used
   */
  public static HaloFigures of(List<String> words) {
    return new HaloFigures(
        OptionPairs.read(
            words, OptionPairs.SIZES, OptionPairs.ROUNDS, OptionPairs.PEER, OptionPairs.JSON));
  }

  /** Measures and prints. */
  public void print() throws IOException, InterruptedException {
    try (TemporaryFolder folder = TemporaryFolder.create()) {
      final Path key = folder.path().resolve("job");
      Files.write(key, BenchWorkers.plane(true).toByteArray());
      try (Contestant raw = RawContestant.start();
          Contestant plain = LinkContestant.start("workers, plain", "plain");
          Contestant tls = LinkContestant.start("workers, TLS", key.toString());
          Contestant tasks = TaskContestant.start("tasks, plain", PingTask.REMOTE, "plain");
          Contestant tasksTls =
              TaskContestant.start("tasks, TLS", PingTask.REMOTE, key.toString());
          Contestant near = TaskContestant.start("tasks of a worker", PingTask.LOCAL, "plain")) {
        final Map<String, Map<Integer, Double>> others = others();
        System.out.println(
            "| bytes | who | half a round trip, median (least to most) | against raw |");
        System.out.println("| --- | --- | --- | --- |");
        for (final int size : sizes) {
          print(size, List.of(raw, plain, tls, tasks, tasksTls, near), others);
        }
      }
      document.write();
    }
  }

  private void print(
      int size, List<Contestant> contestants, Map<String, Map<Integer, Double>> others)
      throws IOException, InterruptedException {
    final int count = Math.clamp(BATCH_BYTES / size, LEAST_COUNT, MOST_COUNT);
    final Map<String, double[]> taken = new LinkedHashMap<>();
    for (int round = -WARM_ROUNDS; round < rounds; round++) {
      for (final Contestant each : contestants) {
        final double micros = each.halfRoundTrip(size, count) * 1e6;
        if (round >= 0) {
          taken.computeIfAbsent(each.name(), _ -> new double[rounds])[round] = micros;
        }
      }
    }
    final double[] raw = Objects.requireNonNull(taken.get(contestants.getFirst().name()));
    taken.forEach((name, micros) -> {
      final double[] ratios = new double[rounds];
      for (int round = 0; round < rounds; round++) {
        ratios[round] = micros[round] / raw[round];
      }
      row(size, name, Sample.of(micros), Sample.of(ratios).median());
    });
    others.forEach((name, bySize) -> {
      final Double micros = bySize.get(size);
      if (micros != null) {
        row(size, name, Sample.of(micros), micros / Sample.of(raw).median());
      }
    });
  }

  private void row(int size, String name, Sample micros, double ratio) {
    System.out.printf(Locale.ROOT, "| %d | %s | %s | %.2f |%n", size, name, micros.in("µs"), ratio);
    final ObjectNode row = document.row();
    row.put("bytes", size).put("who", name).put("medianMicros", micros.median());
    row.put("leastMicros", micros.least()).put("mostMicros", micros.most());
    row.put("againstRaw", ratio);
  }

  private Map<String, Map<Integer, Double>> others() throws IOException, InterruptedException {
    final Map<String, Map<Integer, Double>> all = new LinkedHashMap<>();
    for (final Map.Entry<String, List<String>> peer : peers.entrySet()) {
      final Process process =
          new ProcessBuilder(peer.getValue())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      final String out =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IOException(String.join(" ", peer.getValue()) + " failed: " + out.strip());
      }
      final Map<Integer, Double> bySize = new LinkedHashMap<>();
      for (final String line : out.lines().filter(l -> l.startsWith("{")).toList()) {
        final JsonNode fields = new ObjectMapper().readTree(line);
        bySize.put(fields.path("size").asInt(), fields.path("half_rtt_s").asDouble() * 1e6);
      }
      all.put(peer.getKey(), bySize);
    }
    return all;
  }
}
