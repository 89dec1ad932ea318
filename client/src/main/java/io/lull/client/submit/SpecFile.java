package io.lull.client.submit;

import io.lull.client.ClientFailure;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * A job in a file, as YAML, which includes JSON, with the command's options as keys. Every error
 * names its line.
 */
public final class SpecFile {
  static final String PARAM = "param";
  static final String INPUT = "input";
  private static final int LONGEST_BYTES = 1 << 20;
  private static final String WORKERS_FORM = "\"MIN:MAX\", a number, or {min, max}";

  /** All allowed keys. */
  static final List<String> KEYS =
      Stream.concat(
              Arrays.stream(SubmitOption.values()).map(SubmitOption::key), Stream.of(PARAM, INPUT))
          .toList();

  private final Path file;
  private final Map<String, Node> values = new LinkedHashMap<>();
  private final Map<String, Integer> lines = new LinkedHashMap<>();
  private final JobDraft draft;

  private SpecFile(Path file, Optional<Node> whole) {
    this.file = file;
    whole.ifPresent(this::take);
    this.draft = draft(words());
  }

  /**
   * @throws ClientFailure with one line, if it cannot be read or has unknown keys
   */
  public static SpecFile read(Path file) {
    return new SpecFile(file, parse(file));
  }

  public JobDraft draft() {
    return draft;
  }

  /**
   * The same message with the line of the file that it concerns, if any.
   *
   * @param options of the command line, which override the file
   */
  public ClientFailure located(ClientFailure complaint, JobDraft options) {
    for (final Map.Entry<String, Integer> each : lines.entrySet()) {
      final boolean beside =
          Arrays.stream(SubmitOption.values())
              .anyMatch(word -> word.key().equals(each.getKey()) && options.has(word));
      if (!beside && complaint.line().startsWith("--" + each.getKey() + ":")) {
        return new ClientFailure(
            complaint.kind(), at(each.getValue()) + complaint.line().substring(2), complaint);
      }
    }
    return complaint;
  }

  private static Optional<Node> parse(Path file) {
    try {
      if (!Files.isRegularFile(file)) {
        throw ClientFailure.badInput("--spec: no such file: " + file);
      }
      if (Files.size(file) > LONGEST_BYTES) {
        throw ClientFailure.badInput(
            "--spec: " + file + " exceeds 1 MiB: too large for a job specification");
      }
      final LoadSettings settings =
          LoadSettings.builder().setLabel(String.valueOf(file)).setUseMarks(true).build();
      return new Compose(settings).composeString(Files.readString(file));
    } catch (MarkedYamlEngineException e) {
      throw ClientFailure.badInput(
          "--spec: "
              + file
              + e.getProblemMark().map(mark -> ", line " + (mark.getLine() + 1)).orElse("")
              + ": invalid YAML: "
              + oneLine(String.valueOf(e.getProblem())));
    } catch (YamlEngineException e) {
      throw ClientFailure.badInput(
          "--spec: " + file + ": invalid YAML: " + oneLine(String.valueOf(e.getMessage())));
    } catch (MalformedInputException e) {
      throw ClientFailure.badInput("--spec: " + file + " is not UTF-8 text");
    } catch (IOException e) {
      throw ClientFailure.badInput("--spec: " + file + " cannot be read: check that it is yours");
    }
  }

  private static String oneLine(String text) {
    return text.lines().findFirst().orElse("").replaceAll("\\p{Cntrl}", "?");
  }

  private void take(Node whole) {
    if (!(whole instanceof MappingNode mapping)) {
      throw ClientFailure.badInput(
          at(line(whole)) + "a job needs keys and values, such as app: jacobi");
    }
    for (final NodeTuple entry : mapping.getValue()) {
      final int line = line(entry.getKeyNode());
      final String key = entry.getKeyNode() instanceof ScalarNode name ? name.getValue() : "";
      if (!KEYS.contains(key)) {
        throw ClientFailure.badInput(
            at(line) + "'" + key + "' is not a key: the keys are " + String.join(", ", KEYS));
      }
      if (values.put(key, entry.getValueNode()) != null) {
        throw ClientFailure.badInput(
            at(line) + "'" + key + "' is repeated after line " + lines.get(key));
      }
      lines.put(key, line);
    }
  }

  private static int line(Node node) {
    return node.getStartMark().map(Mark::getLine).orElse(0) + 1;
  }

  private String at(int line) {
    return "--spec: " + file + ", line " + line + ": ";
  }

  private ClientFailure wrong(String key, Node value, String form) {
    return ClientFailure.badInput(at(line(value)) + "'" + key + "' must be " + form);
  }

  private JobDraft draft(Map<SubmitOption, String> words) {
    return new JobDraft(words, parameters(), inputs());
  }

  private Map<SubmitOption, String> words() {
    final Map<SubmitOption, String> words = new EnumMap<>(SubmitOption.class);
    for (final SubmitOption word : SubmitOption.values()) {
      final @Nullable Node value = values.get(word.key());
      if (value != null) {
        final String text =
            switch (word) {
              case WORKERS -> workers(value);
              case COMMAND -> listed(word, value, CommandLineParser::join);
              case AFTER, NOTIFY_ON -> listed(word, value, jobs -> String.join(",", jobs));
              default -> scalar(word.key(), value);
            };
        words.put(word, word.path() ? path(text).toString() : text);
      }
    }
    return words;
  }

  private String scalar(String key, Node value) {
    if (value instanceof ScalarNode scalar && !scalar.getValue().isEmpty()) {
      return scalar.getValue();
    }
    throw wrong(key, value, "one text or number");
  }

  /** One text, or a list that is joined to one. */
  private String listed(SubmitOption word, Node value, Function<List<String>, String> joined) {
    return value instanceof SequenceNode list
        ? joined.apply(list.getValue().stream().map(each -> scalar(word.key(), each)).toList())
        : scalar(word.key(), value);
  }

  /** Relative to the file's own folder. */
  private Path path(String text) {
    return file.resolveSibling(text).normalize();
  }

  /** {@code "2:8"}, {@code 4}, or an object with min and max. */
  private String workers(Node value) {
    if (value instanceof ScalarNode) {
      return scalar(SubmitOption.WORKERS.key(), value);
    }
    if (!(value instanceof MappingNode range)) {
      throw wrong(SubmitOption.WORKERS.key(), value, WORKERS_FORM);
    }
    final Map<String, String> ends = entries(SubmitOption.WORKERS.key(), range);
    if (!ends.keySet().equals(Set.of("min", "max"))) {
      throw wrong(SubmitOption.WORKERS.key(), value, WORKERS_FORM);
    }
    return ends.get("min") + ":" + ends.get("max");
  }

  private Map<String, String> parameters() {
    final @Nullable Node value = values.get(PARAM);
    if (value == null) {
      return Map.of();
    }
    if (!(value instanceof MappingNode mapping)) {
      throw wrong(PARAM, value, "keys and values, such as {size: 1001}");
    }
    return entries(PARAM, mapping);
  }

  private Map<String, String> entries(String key, MappingNode mapping) {
    final Map<String, String> entries = new LinkedHashMap<>();
    for (final NodeTuple entry : mapping.getValue()) {
      final String name = scalar(key, entry.getKeyNode());
      if (entries.put(name, scalar(key + "." + name, entry.getValueNode())) != null) {
        throw ClientFailure.badInput(
            at(line(entry.getKeyNode())) + "'" + key + "." + name + "' is repeated");
      }
    }
    return entries;
  }

  private List<Path> inputs() {
    final @Nullable Node value = values.get(INPUT);
    if (value == null) {
      return List.of();
    }
    return value instanceof SequenceNode list
        ? list.getValue().stream().map(each -> path(scalar(INPUT, each))).toList()
        : List.of(path(scalar(INPUT, value)));
  }
}
