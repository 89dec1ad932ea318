package io.lull.agent.core.settings;

import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What the owner allows; everything else has its default. Immutable. */
public final class Settings {
  public static final Settings DEFAULTS = new Settings(Map.of());
  private static final int MAX_PROFILES = 8;

  private final Map<String, String> chosen;
  private final Map<Setting<?>, Object> values;
  private final List<Profile> profiles;
  private final String profile;

  private Settings(Map<String, String> chosen) {
    this.chosen = Map.copyOf(chosen);
    this.values = values(this.chosen);
    this.profiles = profiles(this.chosen);
    this.profile = "";
  }

  /** The settings under one of their profiles; the profiles are kept. */
  private Settings(Map<String, String> chosen, List<Profile> profiles, String profile) {
    this.chosen = Map.copyOf(chosen);
    this.values = values(this.chosen);
    this.profiles = profiles;
    this.profile = profile;
  }

  private static Map<Setting<?>, Object> values(Map<String, String> chosen) {
    return Setting.ALL.stream()
        .collect(
            Collectors.toUnmodifiableMap(
                s -> s, s -> s.parse(chosen.getOrDefault(s.key(), s.defaultText()))));
  }

  private static List<Profile> profiles(Map<String, String> chosen) {
    final SortedMap<String, Map<String, String>> named = new TreeMap<>();
    chosen.forEach((text, value) ->
        ProfileKey.of(text)
            .ifPresent(key ->
                named.computeIfAbsent(key.profile(), _ -> new HashMap<>()).put(key.key(), value)));
    if (named.size() > MAX_PROFILES) {
      throw new IllegalArgumentException(
          "there are more than "
              + MAX_PROFILES
              + " profiles: "
              + String.join(", ", named.keySet()));
    }
    final List<Profile> plain = new ArrayList<>();
    named.forEach((name, own) -> {
      final String when = own.remove(ProfileKey.WHEN);
      if (when == null) {
        throw new IllegalArgumentException(
            "the profile " + name + " has no times yet: set profile." + name + ".when first");
      }
      final Map<String, String> all = new HashMap<>(chosen);
      all.putAll(own);
      plain.add(new Profile(name, when(name, when), new Settings(all, List.of(), name)));
    });
    // Each knows all profiles, so that changes can be foreseen under any.
    return plain.stream()
        .map(each ->
            new Profile(
                each.name(),
                each.when(),
                new Settings(each.settings().chosen, List.copyOf(plain), each.name())))
        .toList();
  }

  private static Schedule when(String profile, String text) {
    try {
      return Schedule.parse(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          new ProfileKey(profile, ProfileKey.WHEN)
              + " cannot be '"
              + text
              + "': it must be "
              + Schedule.FORM,
          e);
    }
  }

  /**
   * @throws IllegalArgumentException with one line that names the error and the allowed values
   */
  public static Settings of(Map<String, String> chosen) {
    chosen.keySet().stream().filter(key -> ProfileKey.of(key).isEmpty()).forEach(Setting::of);
    return new Settings(chosen);
  }

  /**
   * @param text {@code default} restores the default; for a profile's times, removes the whole
   *     profile
   * @throws IllegalArgumentException with one line that names the error and the allowed values
   */
  public Settings with(String key, String text) {
    final Optional<ProfileKey> ofProfile = ProfileKey.of(key);
    if (ofProfile.isEmpty()) {
      Setting.of(key);
    }
    final Map<String, String> changed = new HashMap<>(chosen);
    if (!text.strip().equals("default")) {
      changed.put(key, text.strip());
    } else if (ofProfile.isPresent() && ofProfile.get().when()) {
      changed
          .keySet()
          .removeIf(k -> k.startsWith(ProfileKey.PREFIX + ofProfile.get().profile() + "."));
    } else {
      changed.remove(key);
    }
    return new Settings(changed);
  }

  /** These settings, overridden by the choices of the other. */
  public Settings overriddenBy(Settings other) {
    final Map<String, String> both = new HashMap<>(chosen);
    both.putAll(other.chosen);
    return new Settings(both);
  }

  /**
   * The settings in force at that time: those of the first profile by name that applies, if any.
   */
  public Settings at(ZonedDateTime time) {
    for (final Profile each : profiles) {
      if (each.when().allows(time)) {
        return each.settings();
      }
    }
    return this;
  }

  /** The profile that these settings belong to; empty: none. */
  public String profile() {
    return profile;
  }

  /**
   * @param profile in force from then on; empty: none
   */
  public record ProfileChange(ZonedDateTime at, String profile) {}

  /** The next time at which another profile applies. */
  public Optional<ProfileChange> nextProfileChange(ZonedDateTime now) {
    final String present = profileAt(now);
    return profiles.stream()
        .flatMap(each -> each.when().nextChange(now).stream())
        .sorted(Comparator.comparing(ZonedDateTime::toInstant))
        .map(at -> new ProfileChange(at, profileAt(at)))
        .filter(change -> !change.profile().equals(present))
        .findFirst();
  }

  private String profileAt(ZonedDateTime time) {
    return profiles.stream()
        .filter(each -> each.when().allows(time))
        .map(Profile::name)
        .findFirst()
        .orElse("");
  }

  @SuppressWarnings("unchecked") // values() stored what this setting's reader returned
  public <T> T get(Setting<T> setting) {
    return (T) java.util.Objects.requireNonNull(values.get(setting));
  }

  /** The owner's text. */
  public String text(Setting<?> setting) {
    return chosen.getOrDefault(setting.key(), setting.defaultText());
  }

  /** The settings that differ from the defaults, as the owner wrote them. */
  public Map<String, String> chosen() {
    return chosen;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Settings that
        && chosen.equals(that.chosen)
        && profile.equals(that.profile);
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
