package io.lull.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** Four computers whose owners are away, for bags of tasks. */
final class BagGrid implements AutoCloseable {
  private static final Duration JOB = Duration.ofMinutes(4);

  private final Path folder;
  private final TestGrid grid;
  private final Map<String, OutputStream> owners = new LinkedHashMap<>();

  private BagGrid(Path folder, String owners) {
    this.folder = folder;
    // Who came back stays for as long as the test lasts.
    this.grid = new TestGrid(folder, Place.HERE).idleAfter("2s").owners(owners);
  }

  static BagGrid start(Path folder) throws IOException, InterruptedException {
    return start(folder, "");
  }

  /**
   * @param owners their settings, beside those of all tests
   */
  static BagGrid start(Path folder, String owners) throws IOException, InterruptedException {
    final BagGrid bags = new BagGrid(folder, owners);
    bags.grid.startCoordinator();
    bags.grid.loginAsFirstAdmin();
    for (final String name : List.of("pc1", "pc2", "pc3", "pc4")) {
      final Path owner = folder.resolve(name + ".owner");
      assertThat(new ProcessBuilder("mkfifo", owner.toString()).start().waitFor()).isZero();
      final TestAgent agent =
          bags.grid.launchNewAgent(name, Place.HERE, Map.of(), "script:" + owner);
      bags.owners.put(name, Files.newOutputStream(owner, StandardOpenOption.WRITE));
      agent.awaitReady();
    }
    return bags;
  }

  TestGrid grid() {
    return grid;
  }

  void comesBack(String name, int seconds) {
    try {
      final OutputStream owner = Objects.requireNonNull(owners.get(name), name);
      owner.write(("now typing " + seconds + "\n").getBytes(StandardCharsets.US_ASCII));
      owner.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String submit(String... more) {
    final List<String> words = new ArrayList<>(List.of("submit", "--json"));
    words.addAll(List.of(more));
    return grid.lull(words.toArray(String[]::new)).good().json().path("id").asText();
  }

  JsonNode awaitEnd(String job) {
    return grid.awaitJob(job, "ended", JOB, TestGrid::ended);
  }

  /** Fetches a job's outputs; their names. */
  List<String> fetched(String job) throws IOException {
    final Path to = folder.resolve(job);
    grid.lull("outputs", job, "--to", to.toString()).good();
    try (Stream<Path> files = Files.list(to)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  /** One that was fetched. */
  Path output(String job, String name) {
    return folder.resolve(job).resolve(name);
  }

  @Override
  public void close() throws IOException {
    try {
      grid.close();
    } finally {
      for (final OutputStream owner : owners.values()) {
        owner.close();
      }
    }
  }
}
