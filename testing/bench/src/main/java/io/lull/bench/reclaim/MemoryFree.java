package io.lull.bench.reclaim;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lull.bench.Sample;
import io.lull.bench.grid.Child;
import io.lull.bench.grid.Pause;
import io.lull.bench.grid.SmallGrid;
import io.lull.bench.reclaim.Latency.Policy;
import io.lull.bench.reclaim.Row.Met;
import io.lull.protocol.time.SystemClock;
import io.lull.testkit.lab.LabHosts;
import io.lull.testkit.process.Tools;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * From an owner's return until the memory of a guest with 512 MiB of a job's data is free: a grid
 * shared by two hosts, whose network carries a gigabit a second, shrinks to one of them.
 */
final class MemoryFree implements Measurement {
  /** Two workers of such a square have 512 MiB each. */
  private static final String SIZE = "11586";

  private static final int ROUNDS = 3;
  private static final Duration GRACE = Duration.ofSeconds(30);
  private static final Duration JOB_GROWS = Duration.ofMinutes(4);
  private static final Duration TOOL = Duration.ofSeconds(20);
  private static final long LOOK_EVERY_MILLIS = 300;
  private static final long COMPUTES_MILLIS = 3000;

  private final Options options;
  private final Path folder;

  MemoryFree(Options options, Path folder) {
    this.options = options;
    this.folder = folder;
  }

  @Override
  public List<Row> rows() throws IOException, InterruptedException {
    final Optional<String> missing = LabHosts.unavailable().or(() -> Tools.missing("tc", "mkfifo"));
    if (missing.isPresent()) {
      return List.of(
          Row.skipped(
              "guest's memory free, 512 MiB of data", "median < 6 s / 0.5 s", missing.get()));
    }
    final List<Row> rows = new ArrayList<>();
    for (final Policy policy : options.policies()) {
      try (LabHosts hosts = LabHosts.up(2)) {
        for (int i = 0; i < 2; i++) {
          limit(hosts.host(i));
        }
        rows.add(row(policy, measure(policy, hosts)));
      }
    }
    return rows;
  }

  private static void limit(LabHosts.Host host) {
    Tools.run(
        TOOL,
        List.of(
            "ip",
            "netns",
            "exec",
            host.namespace(),
            "tc",
            "qdisc",
            "add",
            "dev",
            "eth0",
            "root",
            "tbf",
            "rate",
            "1gbit",
            "burst",
            "1mb",
            "latency",
            "50ms"));
  }

  private static Row row(Policy policy, Sample millis) {
    final double median = policy == Policy.GENTLE ? 6000 : 500;
    return Row.times(
        "guest's memory free, 512 MiB of data at 1 Gbit/s, " + policy.word(),
        millis,
        String.format(Locale.ROOT, "median < %.1f s, each < %d s", median / 1e3, GRACE.toSeconds()),
        Met.when(millis.median() < median && millis.most() < GRACE.toMillis()),
        "");
  }

  private Sample measure(Policy policy, LabHosts hosts) throws IOException, InterruptedException {
    final Path own = Files.createDirectory(folder.resolve(policy.word()));
    final Path owner = own.resolve("owner");
    Tools.run(TOOL, List.of("mkfifo", owner.toString()));
    final LabHosts.Host first = hosts.host(0);
    final Map<String, String> settings =
        Map.of(
            "idle-after", "1s",
            "cpu-threshold", "1.0",
            "busy-disk", "1.0",
            "cpu-window", "1s",
            "grace", GRACE.toSeconds() + "s",
            "max-memory", "9G",
            "max-disk", "20G",
            "policy", policy.word());
    final Path quiet = Files.writeString(own.resolve("quiet"), "0 mains\n");
    try (SmallGrid grid = SmallGrid.start(own, first.address(), first::running)) {
      grid.agent("stays", "script:" + quiet, settings, Map.of(), first::running);
      final Child _ =
          grid.agent("leaves", "script:" + owner, settings, Map.of(), hosts.host(1)::running);
      try (OutputStream hand = Files.newOutputStream(owner)) {
        final String job =
            grid.submit(
                first::running,
                List.of(
                    "--app",
                    "jacobi",
                    "--workers",
                    "1:2",
                    "--memory",
                    "8G",
                    "--checkpoint",
                    policy == Policy.GENTLE ? "off" : "5s",
                    "--param",
                    "size=" + SIZE,
                    "--param",
                    "iterations=1000000"));
        final double[] millis = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
          await(grid, first, job, found -> computing(found));
          Pause.millis(COMPUTES_MILLIS);
          hand.write("now input\n".getBytes(StandardCharsets.US_ASCII));
          hand.flush();
          millis[round] = vacated(grid, first, round + 1);
        }
        grid.lull(first::running, "cancel", job);
        return Sample.of(millis);
      }
    }
  }

  private static boolean computing(JsonNode job) {
    int members = 0;
    for (final JsonNode worker : job.path("workers")) {
      members += worker.path("rank").asInt(-1) >= 0 ? 1 : 0;
    }
    return job.path("state").asText().equals("running") && members == 2;
  }

  private static void await(
      SmallGrid grid, LabHosts.Host host, String job, Predicate<JsonNode> wanted)
      throws IOException, InterruptedException {
    final long deadline = SystemClock.INSTANCE.nanos() + JOB_GROWS.toNanos();
    JsonNode found = json(grid.lull(host::running, "job", job, "--json"));
    while (!wanted.test(found)) {
      if (SystemClock.INSTANCE.nanos() > deadline) {
        throw new IOException("the job does not run on both hosts: " + found.path("state"));
      }
      Pause.millis(LOOK_EVERY_MILLIS);
      found = json(grid.lull(host::running, "job", job, "--json"));
    }
  }

  private static double vacated(SmallGrid grid, LabHosts.Host host, int count)
      throws IOException, InterruptedException {
    final long deadline = SystemClock.INSTANCE.nanos() + GRACE.multipliedBy(2).toNanos();
    while (SystemClock.INSTANCE.nanos() < deadline) {
      final JsonNode vacate =
          json(grid.lull(host::running, "node", "leaves", "--json")).path("vacate");
      if (vacate.path("count").asInt() >= count) {
        return vacate.path("lastMs").asDouble();
      }
      Pause.millis(LOOK_EVERY_MILLIS);
    }
    throw new IOException("the guest did not leave within twice its grace period");
  }

  private static JsonNode json(String text) throws IOException {
    return new ObjectMapper().readTree(text);
  }
}
