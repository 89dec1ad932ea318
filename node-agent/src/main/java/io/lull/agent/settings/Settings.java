package io.lull.agent.settings;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** What the owner allows; what they did not choose has its default. Immutable. */
public final class Settings {
  public static final Settings DEFAULTS = new Settings(Map.of());

  private final Map<String, String> chosen;
  private final Map<Setting<?>, Object> values;

  private Settings(Map<String, String> chosen) {
    this.chosen = Map.copyOf(chosen);
    this.values = Setting.ALL.stream().collect(Collectors.toUnmodifiableMap(s -> s, this::read));
  }

  private Object read(Setting<?> setting) {
    return setting.parse(text(setting));
  }

  /**
   * @throws IllegalArgumentException with one line that says what is wrong and what it may be
   */
  public static Settings of(Map<String, String> chosen) {
    chosen.keySet().forEach(Setting::of);
    return new Settings(chosen);
  }

  /**
   * @param text {@code default} takes the choice back
   * @throws IllegalArgumentException with one line that says what is wrong and what it may be
   */
  public Settings with(String key, String text) {
    final Setting<?> setting = Setting.of(key);
    final Map<String, String> changed = new HashMap<>(chosen);
    if (text.strip().equals("default")) {
      changed.remove(key);
    } else {
      setting.parse(text);
      changed.put(key, text.strip());
    }
    return new Settings(changed);
  }

  /** These, and where the other has made a choice, its own. */
  public Settings overriddenBy(Settings other) {
    final Map<String, String> both = new HashMap<>(chosen);
    both.putAll(other.chosen);
    return new Settings(both);
  }

  @SuppressWarnings("unchecked") // read() put there what this setting's reader gave
  public <T> T get(Setting<T> setting) {
    return (T) java.util.Objects.requireNonNull(values.get(setting));
  }

  /** As the owner wrote it. */
  public String text(Setting<?> setting) {
    return chosen.getOrDefault(setting.key(), setting.defaultText());
  }

  /** What differs from the defaults, as it was written. */
  public Map<String, String> chosen() {
    return chosen;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Settings that && chosen.equals(that.chosen);
  }

  @Override
  public int hashCode() {
    return chosen.hashCode();
  }

  @Override
  public String toString() {
    return chosen.toString();
  }
}
