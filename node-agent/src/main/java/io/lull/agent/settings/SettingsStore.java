package io.lull.agent.settings;

import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigValue;
import io.lull.agent.core.settings.AdminBound;
import io.lull.agent.core.settings.ProfileKey;
import io.lull.agent.core.settings.Schedule;
import io.lull.agent.core.settings.Setting;
import io.lull.agent.core.settings.Settings;
import io.lull.agent.file.DurableFile;
import io.lull.protocol.time.Clock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The settings in force: the defaults, overridden by a configuration file, overridden by what the
 * owner has set, which is stored in the agent's data folder; all of it within the administrator's
 * bounds.
 */
public final class SettingsStore {
  private static final Logger LOG = LoggerFactory.getLogger(SettingsStore.class);

  private final Path kept;
  private final AdminPolicy policy;
  private final Settings fromFile;
  private Settings fromOwner;
  private volatile Settings inForce;

  private SettingsStore(Path kept, AdminPolicy policy, Settings fromFile, Settings fromOwner) {
    this.kept = kept;
    this.policy = policy;
    this.fromFile = fromFile;
    this.fromOwner = fromOwner;
    final Settings wanted = fromFile.overriddenBy(fromOwner);
    this.inForce = policy.within(wanted);
    wanted
        .chosen()
        .forEach((key, text) -> {
          final String allowed = inForce.chosen().getOrDefault(key, text);
          if (!allowed.equals(text)) {
            LOG.warn(
                "{} was chosen to be {}, and is {}: {} requires it",
                key,
                text,
                allowed,
                policy.of(key).map(policy::said).orElse(""));
          }
        });
  }

  /** Without an administrator's bounds. */
  public static SettingsStore open(@Nullable Path file, Path folder) throws IOException {
    return open(file, folder, AdminPolicy.CLOSED);
  }

  /**
   * @param file as given by {@code --config}, or null
   * @param folder of the agent
   * @throws IllegalArgumentException with one line that names the file and the error: choices that
   *     cannot be read never count as none, since the defaults may allow more
   */
  public static SettingsStore open(@Nullable Path file, Path folder, AdminPolicy policy)
      throws IOException {
    final Path kept = folder.resolve("owner.conf");
    return new SettingsStore(
        kept,
        policy,
        file == null ? Settings.DEFAULTS : read(file),
        Files.exists(kept) ? read(kept) : Settings.DEFAULTS);
  }

  /** With all their profiles. */
  public Settings settings() {
    return inForce;
  }

  /** Under the profile that applies now, if any. */
  public Settings at(Clock clock, ZoneId zone) {
    return inForce.at(Instant.ofEpochMilli(clock.epochMillis()).atZone(zone));
  }

  /**
   * Stores the owner's choice; it is on disk when this returns.
   *
   * @param text {@code default} restores the default
   * @throws IllegalArgumentException with one line that names the error and the allowed values
   */
  public synchronized Settings set(String key, String text) throws IOException {
    final Settings wanted = check(key, text);
    final Settings changed = fromOwner.with(key, text);
    write(changed);
    fromOwner = changed;
    inForce = policy.within(wanted);
    return inForce;
  }

  /**
   * Checks a choice without storing it.
   *
   * @return the settings that would result
   * @throws IllegalArgumentException as {@link #set}
   */
  public synchronized Settings check(String key, String text) {
    final Settings wanted = fromFile.overriddenBy(fromOwner.with(key, text));
    policy.check(key, text);
    return wanted;
  }

  /**
   * A setting as shown to the owner.
   *
   * @param range allowed values: for people, after "must be"
   * @param locked by the administrator
   * @param policy who limits it, and why; empty: nobody
   */
  public record View(
      String key, String value, String range, String defaultText, boolean locked, String policy) {}

  /**
   * @param key empty: all, including profiles
   * @throws IllegalArgumentException with one line that names the existing keys
   */
  public List<View> views(String key) {
    final Settings now = inForce;
    if (!key.isEmpty()) {
      return List.of(view(now, key));
    }
    return Stream.concat(
            Setting.ALL.stream().map(Setting::key),
            now.chosen().keySet().stream().filter(k -> ProfileKey.of(k).isPresent()).sorted())
        .map(each -> view(now, each))
        .toList();
  }

  private View view(Settings now, String key) {
    final Optional<ProfileKey> profile = ProfileKey.of(key);
    if (profile.isPresent() && profile.get().when()) {
      return new View(key, now.chosen().getOrDefault(key, ""), Schedule.FORM, "", false, "");
    }
    final Setting<?> setting = Setting.of(profile.map(ProfileKey::key).orElse(key));
    final Optional<AdminBound<?>> bound = policy.of(key);
    return new View(
        key,
        profile.isPresent() ? now.chosen().getOrDefault(key, "") : now.text(setting),
        bound
            .map(b -> b.locked() ? b.range() : setting.range() + ", and " + b.range())
            .orElse(setting.range()),
        profile.isPresent() ? "" : setting.defaultText(),
        bound.map(AdminBound::locked).orElse(false),
        bound.map(policy::said).orElse(""));
  }

  private static Settings read(Path file) throws IOException {
    final var config = ConfigFile.read(file, "configuration file");
    try {
      final Map<String, String> chosen = new TreeMap<>();
      config.root().forEach((key, value) -> flatten(key, value, chosen));
      return Settings.of(chosen);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("in " + file + ": " + e.getMessage(), e);
    }
  }

  /** Profiles are the only settings with parts. */
  private static void flatten(String key, ConfigValue value, Map<String, String> chosen) {
    final boolean inProfile = (key + ".").startsWith(ProfileKey.PREFIX);
    if (inProfile && value instanceof ConfigObject parts && key.split("\\.").length < 3) {
      parts.forEach((part, inner) -> flatten(key + "." + part, inner, chosen));
      return;
    }
    if (!inProfile) {
      Setting.of(key);
    }
    chosen.put(key, ConfigFile.text(key, value));
  }

  private void write(Settings settings) throws IOException {
    final String text =
        "# What the owner has set; 'lull owner set KEY VALUE' writes it.\n"
            + ConfigFactory.parseMap(settings.chosen())
                .root()
                .render(ConfigRenderOptions.defaults().setOriginComments(false).setJson(false));
    DurableFile.replace(kept, text.getBytes(StandardCharsets.UTF_8));
  }
}
