package io.lull.agent.settings;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigResolveOptions;
import com.typesafe.config.ConfigValueType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The settings in force: the defaults, over them a configuration file, over that what the owner has
 * set while the agent ran, which is kept in the agent's data folder.
 */
public final class SettingsStore {
  private static final long MAX_FILE_BYTES = 64 << 10;

  private final Path kept;
  private final Settings fromFile;
  private Settings fromOwner;
  private volatile Settings inForce;

  private SettingsStore(Path kept, Settings fromFile, Settings fromOwner) {
    this.kept = kept;
    this.fromFile = fromFile;
    this.fromOwner = fromOwner;
    this.inForce = fromFile.overriddenBy(fromOwner);
  }

  /**
   * @param file as given by {@code --config}, or null
   * @param folder of the agent
   * @throws IllegalArgumentException with one line that says what is wrong in which file
   */
  public static SettingsStore open(@Nullable Path file, Path folder) throws IOException {
    final Path kept = folder.resolve("owner.conf");
    return new SettingsStore(
        kept,
        file == null ? Settings.DEFAULTS : read(file),
        Files.exists(kept) ? read(kept) : Settings.DEFAULTS);
  }

  public Settings settings() {
    return inForce;
  }

  /**
   * Keeps the owner's choice; it is on disk when this returns.
   *
   * @param text {@code default} takes the choice back
   * @throws IllegalArgumentException with one line that says what is wrong and what it may be
   */
  public synchronized Settings set(String key, String text) throws IOException {
    final Settings changed = fromOwner.with(key, text);
    write(changed);
    fromOwner = changed;
    inForce = fromFile.overriddenBy(changed);
    return inForce;
  }

  private static Settings read(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new IllegalArgumentException("there is no configuration file " + file);
    }
    if (Files.size(file) > MAX_FILE_BYTES) {
      throw new IllegalArgumentException(
          "the configuration file " + file + " is over the limit of " + MAX_FILE_BYTES + " bytes");
    }
    try {
      final Config config =
          ConfigFactory.parseString(Files.readString(file))
              .resolve(ConfigResolveOptions.noSystem());
      final Map<String, String> chosen = new TreeMap<>();
      config.root().forEach((key, value) -> chosen.put(key, text(key, value)));
      return Settings.of(chosen);
    } catch (ConfigException e) {
      throw new IllegalArgumentException(
          "the configuration file " + file + " cannot be read: " + oneLine(e.getMessage()), e);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("in " + file + ": " + e.getMessage(), e);
    }
  }

  private static String text(String key, com.typesafe.config.ConfigValue value) {
    if (value.valueType() == ConfigValueType.OBJECT) {
      Setting.of(key);
      throw new IllegalArgumentException(key + " must be a single value");
    }
    if (value.unwrapped() instanceof List<?> list) {
      return list.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }
    return String.valueOf(value.unwrapped());
  }

  private static String oneLine(@Nullable String message) {
    return message == null ? "it is damaged" : message.lines().findFirst().orElse("");
  }

  private void write(Settings settings) throws IOException {
    final String text =
        "# What the owner has set; 'lull owner set KEY VALUE' writes it.\n"
            + ConfigFactory.parseMap(settings.chosen())
                .root()
                .render(ConfigRenderOptions.defaults().setOriginComments(false).setJson(false));
    final Path temporary = kept.resolveSibling(kept.getFileName() + ".tmp");
    try (FileChannel channel =
        FileChannel.open(
            temporary,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      final ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    Files.move(
        temporary, kept, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
