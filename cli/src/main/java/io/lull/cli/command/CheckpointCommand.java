package io.lull.cli.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lull.agent.parity.ParityFile;
import io.lull.cli.exit.CommandFailure;
import io.lull.cli.exit.ExitCode;
import io.lull.cli.text.Table;
import io.lull.cli.text.TextStyle;
import io.lull.reconfig.checkpoint.KeptGeneration;
import io.lull.reconfig.checkpoint.KeptPiece;
import io.lull.reconfig.checkpoint.PieceKey;
import io.lull.reconfig.checkpoint.PieceReader;
import io.lull.reconfig.checkpoint.PieceSearch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands for pieces of checkpoints on this computer. */
@Command(name = "checkpoint", description = "Inspect the checkpoints on this computer.")
final class CheckpointCommand {

  /** The folders to search. */
  static final class Places {
    @Parameters(
        paramLabel = "PATH",
        arity = "1..*",
        description =
            "Folders to search, such as an agent's, or files. Copy the pieces of all machines"
                + " together to get complete checkpoints.")
    private List<String> places = List.of();

    PieceSearch search(CommandEnvironment environment) {
      final List<Path> paths =
          paths(environment).stream().filter(path -> !ParitySearch.named(path)).toList();
      try {
        return PieceSearch.in(paths);
      } catch (IOException e) {
        throw unreadable(e);
      }
    }

    ParitySearch parities(CommandEnvironment environment) {
      try {
        return ParitySearch.in(paths(environment));
      } catch (IOException e) {
        throw unreadable(e);
      }
    }

    private static CommandFailure unreadable(IOException e) {
      return new CommandFailure(ExitCode.FAILED, "cannot be read: " + e.getMessage(), e);
    }

    private List<Path> paths(CommandEnvironment environment) {
      final List<Path> paths = new ArrayList<>();
      for (final String place : places) {
        final Path path = Arguments.path(environment, "PATH", place);
        if (!Files.exists(path)) {
          throw CommandFailure.badInput("PATH: no such file or folder: " + path);
        }
        paths.add(path);
      }
      return paths;
    }
  }

  @Command(name = "list", description = "List the generations found, newest first for each job.")
  static final class ListFound implements Callable<Integer> {
    private final CommandEnvironment environment;

    @Mixin private final Places places = new Places();
    @Mixin private final JsonOption json = new JsonOption();

    ListFound(CommandEnvironment environment) {
      this.environment = environment;
    }

    @Override
    public Integer call() {
      final PieceSearch found = places.search(environment);
      final ParitySearch parities = places.parities(environment);
      final List<PieceSearch.Damage> damaged = new ArrayList<>(found.damaged());
      damaged.addAll(parities.damaged());
      final List<KeptGeneration> generations = KeptGeneration.of(found.pieces());
      if (json.wanted) {
        environment.print(CheckpointJson.of(generations, parities.files(), damaged));
      } else {
        environment.out().print(CheckpointText.of(generations, environment.screen()));
        environment.out().print(CheckpointText.parities(parities.files(), environment.screen()));
        damaged.forEach(file -> environment.err().println(file.file() + ": " + file.why()));
      }
      return ExitCode.DONE.number();
    }
  }

  @Command(
      name = "verify",
      description =
          "Verify every block of every piece and parity; exit code 1 when one is" + " damaged.")
  static final class Verify implements Callable<Integer> {
    private final CommandEnvironment environment;

    @Mixin private final Places places = new Places();
    @Mixin private final JsonOption json = new JsonOption();

    Verify(CommandEnvironment environment) {
      this.environment = environment;
    }

    @Override
    public Integer call() {
      final PieceSearch found = places.search(environment);
      final List<PieceSearch.Damage> damaged = new ArrayList<>(found.damaged());
      final List<Path> whole = new ArrayList<>();
      for (final KeptPiece piece : found.pieces()) {
        try (PieceReader reader = PieceReader.open(piece.file(), null)) {
          reader.verifyAll();
          whole.add(piece.file());
        } catch (IOException e) {
          damaged.add(new PieceSearch.Damage(piece.file(), String.valueOf(e.getMessage())));
        }
      }
      final ParitySearch parities = places.parities(environment);
      damaged.addAll(parities.damaged());
      for (final ParityFile file : parities.files()) {
        try {
          file.verifyAll();
          whole.add(file.file());
        } catch (IOException e) {
          damaged.add(new PieceSearch.Damage(file.file(), String.valueOf(e.getMessage())));
        }
      }
      if (json.wanted) {
        environment.print(document(whole, damaged));
      } else {
        environment.out().print(text(whole, damaged));
      }
      return (damaged.isEmpty() ? ExitCode.DONE : ExitCode.FAILED).number();
    }

    private String text(List<Path> whole, List<PieceSearch.Damage> damaged) {
      if (whole.isEmpty() && damaged.isEmpty()) {
        return CheckpointText.NONE;
      }
      final Table table = new Table().left("PIECE").left("STATE");
      whole.forEach(file -> table.row().cell(file).cell("whole", TextStyle.GOOD));
      damaged.forEach(each -> table.row().cell(each.file()).cell(each.why(), TextStyle.BAD));
      return table.render(environment.screen());
    }

    private static ObjectNode document(List<Path> whole, List<PieceSearch.Damage> damaged) {
      final ObjectNode o = JsonNodeFactory.instance.objectNode();
      final ArrayNode good = o.putArray("whole");
      whole.forEach(file -> good.add(file.toString()));
      o.set("damaged", CheckpointJson.damaged(damaged));
      return o;
    }
  }

  @Command(
      name = "export",
      description =
          "Combine the pieces of a generation and write each grid to a file: cells row"
              + " by row, little-endian.")
  static final class Export implements Callable<Integer> {
    private final CommandEnvironment environment;

    @Mixin private final Places places = new Places();
    @Mixin private final JsonOption json = new JsonOption();

    @Option(
        names = "--to",
        paramLabel = "DIR",
        required = true,
        description = "The folder to write to; existing files are not overwritten.")
    private String to = "";

    @Option(
        names = "--job",
        paramLabel = "ID",
        description = "Required when several jobs are found.")
    private @Nullable String job;

    @Option(
        names = "--generation",
        paramLabel = "N",
        description = "Default: the newest complete one.")
    private @Nullable Long generation;

    @Option(
        names = "--key",
        paramLabel = "FILE",
        description =
            "The job's key, if its checkpoints are encrypted (lull checkpoint key fetches it).")
    private @Nullable String key;

    Export(CommandEnvironment environment) {
      this.environment = environment;
    }

    @Override
    public Integer call() {
      final Path folder = Arguments.path(environment, "--to", to);
      OutputDownload.checkFolder(folder);
      final KeptGeneration chosen = choose(KeptGeneration.of(places.search(environment).pieces()));
      final List<Path> written = new GridFiles(chosen, keyOf(chosen), folder).write();
      if (json.wanted) {
        environment.print(CheckpointJson.exported(chosen, written));
      } else {
        written.forEach(environment.out()::println);
      }
      return ExitCode.DONE.number();
    }

    private @Nullable PieceKey keyOf(KeptGeneration chosen) {
      if (chosen.encrypted() != (key != null)) {
        throw CommandFailure.badInput(
            chosen.encrypted()
                ? String.format(
                    Locale.ROOT,
                    "the checkpoints of %1$s are encrypted: give --key FILE, from lull checkpoint"
                        + " key %1$s --output FILE",
                    chosen.job())
                : "the checkpoints of " + chosen.job() + " are not encrypted: leave out --key");
      }
      return key == null
          ? null
          : PieceKeyFile.read("--key", Arguments.path(environment, "--key", key));
    }

    private KeptGeneration choose(List<KeptGeneration> found) {
      final String wanted = job == null ? null : Arguments.job(job);
      final List<KeptGeneration> candidates =
          found.stream()
              .filter(each -> wanted == null || each.job().equals(wanted))
              .filter(each -> generation == null || each.number() == generation)
              .toList();
      if (candidates.isEmpty()) {
        throw CommandFailure.badInput(
            "no piece of "
                + (wanted == null ? "any job" : wanted)
                + (generation == null ? "" : " in generation " + generation)
                + " was found (lull checkpoint list shows what was)");
      }
      if (candidates.stream().map(KeptGeneration::job).distinct().count() > 1) {
        throw CommandFailure.badInput("found pieces of several jobs: choose one with --job");
      }
      return candidates.stream()
          .filter(KeptGeneration::complete)
          .findFirst()
          .orElseThrow(() -> CommandFailure.badInput(incomplete(candidates.getFirst())));
    }

    private static String incomplete(KeptGeneration newest) {
      return String.format(
          Locale.ROOT,
          "%s: generation %d has only the pieces of ranks %s: copy those of the other"
              + " machines here",
          newest.job(),
          newest.number(),
          CheckpointText.ranks(newest));
    }
  }
}
