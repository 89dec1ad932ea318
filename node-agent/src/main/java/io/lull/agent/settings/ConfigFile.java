package io.lull.agent.settings;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigResolveOptions;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the files that people write. */
final class ConfigFile {
  private static final long MAX_BYTES = 64 << 10;

  private ConfigFile() {}

  /**
   * @param what for people: what the file is
   * @throws IllegalArgumentException with one line that names the file and the error
   */
  static Config read(Path file, String what) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new IllegalArgumentException("there is no " + what + " " + file);
    }
    if (Files.size(file) > MAX_BYTES) {
      throw new IllegalArgumentException(
          "the " + what + " " + file + " is over the limit of " + MAX_BYTES + " bytes");
    }
    try {
      return ConfigFactory.parseString(Files.readString(file))
          .resolve(ConfigResolveOptions.noSystem());
    } catch (ConfigException | java.nio.charset.CharacterCodingException e) {
      throw new IllegalArgumentException(
          "the " + what + " " + file + " cannot be read: " + oneLine(e.getMessage()), e);
    }
  }

  /** A list is one value, its parts separated by commas. */
  static String text(String key, ConfigValue value) {
    if (value.valueType() == ConfigValueType.OBJECT) {
      throw new IllegalArgumentException(key + " must be a single value");
    }
    if (value.unwrapped() instanceof List<?> list) {
      return list.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }
    return String.valueOf(value.unwrapped());
  }

  static String oneLine(@Nullable String message) {
    return message == null ? "it is damaged" : message.lines().findFirst().orElse("");
  }
}
