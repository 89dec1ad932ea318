package io.lull.tray.capacity;

import io.lull.client.ClientFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets the {@code lull} command answer, in processes of its own: a simulation takes memory that a
 * window should not keep. What they write lies in a temporary folder that is deleted afterwards.
 */
public final class CommandStudy implements CapacityStudy {
  private static final Logger LOG = LoggerFactory.getLogger(CommandStudy.class);

  /** What a command says when it fails is a line; more would not be read. */
  private static final int LONGEST_LINE = 500;

  private static final String HISTORY = "history.csv";
  private static final String JOBS = "jobs.swf";
  private static final String ANSWERS = "answers.csv";
  private static final String REPORT = "report.html";

  private final Optional<Path> launcher;

  /**
   * @param launcher of the command; empty: not known
   */
  public CommandStudy(Optional<Path> launcher) {
    this.launcher = launcher;
  }

  @Override
  public boolean isInstalled() {
    return launcher.isPresent();
  }

  @Override
  public CompletableFuture<CapacityFindings> ask(CapacityQuestion question, Consumer<Step> begun) {
    final CompletableFuture<CapacityFindings> answer = new CompletableFuture<>();
    final Thread asking =
        Thread.ofVirtual()
            .name("capacity")
            .start(() -> {
              try {
                answer.complete(findings(question, begun));
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                answer.completeExceptionally(e);
              } catch (IOException e) {
                answer.completeExceptionally(
                    new ClientFailure(
                        ClientFailure.Kind.FAILED, "the simulation cannot run: " + e, e));
              } catch (RuntimeException e) {
                answer.completeExceptionally(e);
              }
            });
    final var _ =
        answer.whenComplete((_, _) -> {
          if (answer.isCancelled()) {
            asking.interrupt();
          }
        });
    return answer;
  }

  private CapacityFindings findings(CapacityQuestion question, Consumer<Step> begun)
      throws IOException, InterruptedException {
    final Path folder = Files.createTempDirectory("lull-capacity");
    try {
      final String since = question.days() + "d";
      begun.accept(Step.HISTORY);
      run(folder, "export", "history", "--since", since, "--to", HISTORY);
      if (question.ownJobs()) {
        begun.accept(Step.JOBS);
        run(folder, "export", "jobs", "--since", since, "--to", JOBS);
      }
      begun.accept(Step.SIMULATION);
      final List<String> words =
          new ArrayList<>(List.of("simulate", "whatif", "--history", HISTORY, "--change"));
      words.addAll(question.changes());
      if (question.ownJobs()) {
        words.addAll(List.of("--workload", JOBS));
      }
      words.addAll(List.of("--csv", ANSWERS, "--report", REPORT));
      run(folder, words.toArray(String[]::new));
      final String csv = Files.readString(folder.resolve(ANSWERS));
      return new CapacityFindings(
          AnswerTable.read(csv), Files.readString(folder.resolve(REPORT)), csv);
    } finally {
      delete(folder);
    }
  }

  private void run(Path folder, String... words) throws IOException, InterruptedException {
    final List<String> command = new ArrayList<>();
    command.add(launcher.orElseThrow(() -> failed("the lull command is not known")).toString());
    command.addAll(List.of(words));
    final Path said = folder.resolve("said");
    final Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(said.toFile())
            .start();
    try {
      if (process.waitFor() != 0) {
        throw failed(last(Files.readString(said)));
      }
    } finally {
      process.descendants().forEach(ProcessHandle::destroy);
      process.destroy();
    }
  }

  /** A command that fails says why in its last line. */
  private static String last(String said) {
    final String line =
        said.lines().filter(each -> !each.isBlank()).reduce("", (_, each) -> each).strip();
    final String words = line.startsWith("lull: ") ? line.substring("lull: ".length()) : line;
    return words.length() > LONGEST_LINE ? words.substring(0, LONGEST_LINE) + "…" : words;
  }

  private static ClientFailure failed(String line) {
    return new ClientFailure(ClientFailure.Kind.FAILED, line);
  }

  private static void delete(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      for (final Path file : files.toList()) {
        Files.deleteIfExists(file);
      }
      Files.deleteIfExists(folder);
    } catch (IOException e) {
      LOG.warn("{} was not deleted: {}", folder, e.toString());
    }
  }
}
