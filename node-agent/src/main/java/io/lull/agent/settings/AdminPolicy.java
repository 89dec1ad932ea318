package io.lull.agent.settings;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import io.lull.agent.core.settings.AdminBound;
import io.lull.agent.core.settings.Isolation;
import io.lull.agent.core.settings.ProfileKey;
import io.lull.agent.core.settings.Setting;
import io.lull.agent.core.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What an administrator allows the owner to choose: a file with a bound for each key, which is a
 * fixed value or an object of {@code fixed}, {@code at-least}, {@code at-most}, {@code one-of} and
 * {@code why}, and with {@code by}, the administrator's name.
 */
public final class AdminPolicy {
  private static final String BY = "by";
  private static final String UNNAMED = "your administrator";

  /** Stays in force in a policy that says nothing of it. */
  private static final AdminBound<?> CONFINED =
      new AdminBound<>(
          Setting.REQUIRE_ISOLATION,
          null,
          Isolation.SANDBOX.wire(),
          null,
          List.of(),
          "only this computer's policy file can allow guests without a sandbox");

  /** Without a policy file. */
  public static final AdminPolicy CLOSED =
      new AdminPolicy("Lull", Map.of(Setting.REQUIRE_ISOLATION.key(), CONFINED));

  private final String by;
  private final Map<String, AdminBound<?>> bounds;

  private AdminPolicy(String by, Map<String, AdminBound<?>> bounds) {
    this.by = by;
    this.bounds = Map.copyOf(bounds);
  }

  /** The default location of the file. */
  public static Path defaultFile(String osName, Map<String, String> environment) {
    final String os = osName.toLowerCase(Locale.ROOT);
    if (os.startsWith("windows")) {
      return Path.of(environment.getOrDefault("ProgramData", "C:\\ProgramData"), "Lull")
          .resolve("policy.conf");
    }
    return Path.of(
        os.startsWith("mac") ? "/Library/Application Support/Lull" : "/etc/lull", "policy.conf");
  }

  /**
   * @throws IllegalArgumentException with one line that names the file and the error
   */
  public static AdminPolicy read(Path file) throws IOException {
    final Config config = ConfigFile.read(file, "policy file");
    try {
      return of(config);
    } catch (IllegalArgumentException | ConfigException e) {
      throw new IllegalArgumentException(
          "in the policy file " + file + ": " + ConfigFile.oneLine(e.getMessage()), e);
    }
  }

  private static AdminPolicy of(Config config) {
    final Map<String, AdminBound<?>> bounds = new TreeMap<>();
    String by = UNNAMED;
    for (final Map.Entry<String, ConfigValue> entry : config.root().entrySet()) {
      if (entry.getKey().equals(BY)) {
        by = ConfigFile.text(BY, entry.getValue());
      } else {
        bounds.put(entry.getKey(), bound(Setting.of(entry.getKey()), entry.getValue()));
      }
    }
    bounds.putIfAbsent(Setting.REQUIRE_ISOLATION.key(), CONFINED);
    return new AdminPolicy(by.strip().isEmpty() ? UNNAMED : by.strip(), bounds);
  }

  private static <T> AdminBound<T> bound(Setting<T> setting, ConfigValue value) {
    if (!(value instanceof ConfigObject object)) {
      return new AdminBound<>(
          setting, ConfigFile.text(setting.key(), value), null, null, List.of(), "");
    }
    final Map<String, ConfigValue> given = new HashMap<>(object);
    final String fixed = take(given, "fixed");
    final String atLeast = take(given, "at-least");
    final String atMost = take(given, "at-most");
    final String why = take(given, "why");
    final List<String> oneOf = new ArrayList<>();
    final ConfigValue listed = given.remove("one-of");
    if (listed != null) {
      if (!(listed.unwrapped() instanceof List<?> list) || list.isEmpty()) {
        throw new IllegalArgumentException(
            setting.key() + ": one-of must be a list of values, such as [a, b]");
      }
      list.forEach(each -> oneOf.add(String.valueOf(each)));
    }
    if (!given.isEmpty()) {
      throw new IllegalArgumentException(
          setting.key()
              + " knows no '"
              + given.keySet().iterator().next()
              + "': a bound is made of fixed, at-least, at-most, one-of and why");
    }
    if (fixed == null && atLeast == null && atMost == null && oneOf.isEmpty()) {
      throw new IllegalArgumentException(
          setting.key() + " has no bound: give it fixed, at-least, at-most or one-of");
    }
    return new AdminBound<>(setting, fixed, atLeast, atMost, oneOf, why == null ? "" : why);
  }

  private static @Nullable String take(Map<String, ConfigValue> given, String key) {
    final ConfigValue value = given.remove(key);
    return value == null ? null : ConfigFile.text(key, value);
  }

  /** The setting that a key, also a profile's, concerns. */
  private Optional<AdminBound<?>> bound(String key) {
    return Optional.ofNullable(bounds.get(ProfileKey.of(key).map(ProfileKey::key).orElse(key)));
  }

  /**
   * @throws IllegalArgumentException with one line that says who does not allow this, and why
   */
  void check(String key, String text) {
    bound(key)
        .filter(bound -> !text.strip().equals("default") && !bound.allows(text.strip()))
        .ifPresent(bound -> {
          throw new IllegalArgumentException(
              key
                  + " cannot be '"
                  + text.strip()
                  + "': it must be "
                  + bound.range()
                  + ", as "
                  + said(bound)
                  + " wants it");
        });
  }

  /** The nearest allowed choices. */
  Settings within(Settings wanted) {
    final Map<String, String> allowed = new HashMap<>(wanted.chosen());
    allowed.replaceAll((key, text) -> bound(key).map(bound -> bound.nearest(text)).orElse(text));
    bounds.forEach((key, bound) -> {
      final String text = wanted.text(bound.setting());
      if (!bound.allows(text)) {
        allowed.put(key, bound.nearest(text));
      }
    });
    return Settings.of(allowed);
  }

  Optional<AdminBound<?>> of(String key) {
    return bound(key);
  }

  /** Who, and why. */
  String said(AdminBound<?> bound) {
    return bound.why().isEmpty() ? by : by + " (" + bound.why() + ")";
  }
}
