package io.lull.cli.simulate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lull.cli.exit.CommandFailure;
import io.lull.cli.exit.ExitCode;
import io.lull.protocol.time.Clock;
import io.lull.simulator.comparison.Contender;
import io.lull.simulator.comparison.PolicyFindings;
import io.lull.simulator.sharing.SavedRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A file that says how far a simulation has come, so that one that was stopped goes on. It is
 * written once a minute, whole or not at all, and deleted when the simulation has ended.
 */
public final class SimulationState {
  private static final Duration WRITTEN_EVERY = Duration.ofMinutes(1);

  /** Changes with what a file says, or what a simulation does with it. */
  private static final int FORM = 1;

  private final String option;
  private final Path file;
  private final Clock clock;
  private final ObjectMapper mapper = new ObjectMapper();
  private final Map<Contender, PolicyFindings> finished = new EnumMap<>(Contender.class);
  private final Map<Contender, SavedRun> running = new EnumMap<>(Contender.class);
  private final Map<Contender, Long> savedNanos = new EnumMap<>(Contender.class);
  private String simulation = "";

  /**
   * What the file says.
   *
   * @param simulation a digest of all that it depends on
   */
  private record Content(
      String simulation,
      Map<Contender, PolicyFindings> finished,
      Map<Contender, SavedRun> running) {}

  /**
   * @param option that names the file, for messages
   * @param file need not exist
   */
  public SimulationState(String option, Path file, Clock clock) {
    this.option = option;
    this.file = file;
    this.clock = clock;
  }

  /** Reads what there is of this simulation. */
  void open(List<? extends SimulationInput<?>> inputs, ComparisonRequest request) {
    simulation = digest(inputs, request);
    if (!Files.exists(file)) {
      return;
    }
    final Content content;
    try {
      content = mapper.readValue(file.toFile(), Content.class);
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT,
          option + ": " + file + " is no simulation that was stopped: give another file",
          e);
    }
    if (!content.simulation().equals(simulation)) {
      throw CommandFailure.badInput(
          option
              + ": "
              + file
              + " is of a simulation of other files or options: give another file, or delete it");
    }
    finished.putAll(content.finished());
    running.putAll(content.running());
  }

  private static String digest(
      List<? extends SimulationInput<?>> inputs, ComparisonRequest request) {
    final StringBuilder all = new StringBuilder().append(FORM);
    inputs.forEach(input -> all.append(' ').append(input.sha256()));
    all.append(' ').append(request.identity());
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256")
                  .digest(all.toString().getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  synchronized Optional<PolicyFindings> finished(Contender contender) {
    return Optional.ofNullable(finished.get(contender));
  }

  synchronized Optional<SavedRun> saved(Contender contender) {
    return Optional.ofNullable(running.get(contender));
  }

  synchronized void passed(Contender contender, Supplier<SavedRun> save) {
    final long now = clock.nanos();
    final long since = now - savedNanos.computeIfAbsent(contender, _ -> now);
    if (since >= WRITTEN_EVERY.toNanos()) {
      savedNanos.put(contender, now);
      running.put(contender, save.get());
      write();
    }
  }

  synchronized void done(PolicyFindings findings) {
    running.remove(findings.contender());
    finished.put(findings.contender(), findings);
    write();
  }

  private void write() {
    try {
      OutputFile.at(option, file)
          .write(mapper.writeValueAsBytes(new Content(simulation, finished, running)));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a simulation's state has a form of JSON", e);
    }
  }

  /** The simulation has ended. */
  void delete() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.FAILED, option + ": " + file + " cannot be deleted: " + e.getMessage(), e);
    }
  }
}
