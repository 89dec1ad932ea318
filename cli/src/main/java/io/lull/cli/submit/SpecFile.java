package io.lull.cli.submit;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigSyntax;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import io.lull.cli.exit.CommandFailure;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A job written down in a file, as JSON or HOCON, with the keys of the command's options. */
public final class SpecFile {
  private static final long LONGEST_BYTES = 1 << 20;
  private static final List<String> KEYS =
      Stream.concat(Arrays.stream(Word.values()).map(Word::key), Stream.of("param", "input"))
          .toList();

  private final Path file;
  private final Config config;

  private SpecFile(Path file, Config config) {
    this.file = file;
    this.config = config;
  }

  /**
   * @throws CommandFailure with one line, when it cannot be read or has keys that are none
   */
  public static JobDraft read(Path file) {
    return new SpecFile(file, parse(file)).draft();
  }

  private static Config parse(Path file) {
    try {
      if (!Files.isRegularFile(file)) {
        throw CommandFailure.badInput("--spec: there is no file " + file);
      }
      if (Files.size(file) > LONGEST_BYTES) {
        throw CommandFailure.badInput("--spec: " + file + " is over 1 MiB: is it a job?");
      }
      final boolean json = file.toString().endsWith(".json");
      return ConfigFactory.parseString(
          Files.readString(file),
          ConfigParseOptions.defaults()
              .setOriginDescription(file.toString())
              .setSyntax(json ? ConfigSyntax.JSON : ConfigSyntax.CONF));
    } catch (ConfigException e) {
      final String where = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
      throw CommandFailure.badInput("--spec: this is neither JSON nor HOCON: " + where);
    } catch (MalformedInputException e) {
      throw CommandFailure.badInput("--spec: " + file + " is not text in UTF-8");
    } catch (IOException e) {
      throw CommandFailure.badInput("--spec: " + file + " cannot be read: check that it is yours");
    }
  }

  private JobDraft draft() {
    final TreeSet<String> unknown = new TreeSet<>(config.root().keySet());
    KEYS.forEach(unknown::remove);
    if (!unknown.isEmpty()) {
      throw CommandFailure.badInput(
          "--spec: "
              + file
              + " has '"
              + String.join("', '", unknown)
              + "', which is no key: the keys are "
              + String.join(", ", KEYS));
    }
    final Map<Word, String> words = new EnumMap<>(Word.class);
    for (final Word word : Word.values()) {
      final String text = word == Word.WORKERS ? workers() : text(word.key());
      if (text != null) {
        words.put(word, word.path() ? path(text).toString() : text);
      }
    }
    return new JobDraft(words, parameters(), inputs());
  }

  private @Nullable ConfigValue value(String key) {
    return config.root().get(key);
  }

  private @Nullable String text(String key) {
    final ConfigValue value = value(key);
    return value == null ? null : scalar(key, value);
  }

  private String scalar(String key, ConfigValue value) {
    return switch (value.valueType()) {
      case STRING, NUMBER, BOOLEAN -> String.valueOf(value.unwrapped());
      case OBJECT, LIST, NULL ->
          throw CommandFailure.badInput(
              "--spec: '" + key + "' in " + file + " is to be one text or number");
    };
  }

  /** Relative to the file's own folder. */
  private Path path(String text) {
    return file.resolveSibling(text).normalize();
  }

  /** {@code "2:8"}, {@code 4}, or an object with min and max. */
  private @Nullable String workers() {
    final ConfigValue value = value("workers");
    if (value == null || value.valueType() != ConfigValueType.OBJECT) {
      return text("workers");
    }
    final Config range = config.getConfig("workers");
    if (!range.root().keySet().equals(Set.of("min", "max"))) {
      throw CommandFailure.badInput(
          "--spec: 'workers' in " + file + " is \"MIN:MAX\", a number, or {min, max}");
    }
    return scalar("workers.min", range.getValue("min"))
        + ":"
        + scalar("workers.max", range.getValue("max"));
  }

  private Map<String, String> parameters() {
    final ConfigValue value = value("param");
    final Map<String, String> parameters = new LinkedHashMap<>();
    if (value == null) {
      return parameters;
    }
    if (value.valueType() != ConfigValueType.OBJECT) {
      throw CommandFailure.badInput(
          "--spec: 'param' in " + file + " is to be an object, such as {size: 1001}");
    }
    config
        .getObject("param")
        .forEach((name, entry) -> parameters.put(name, scalar("param." + name, entry)));
    return parameters;
  }

  private List<Path> inputs() {
    final ConfigValue value = value("input");
    if (value == null) {
      return List.of();
    }
    final List<? extends ConfigValue> entries =
        value.valueType() == ConfigValueType.LIST ? config.getList("input") : List.of(value);
    return entries.stream().map(entry -> path(scalar("input", entry))).toList();
  }
}
