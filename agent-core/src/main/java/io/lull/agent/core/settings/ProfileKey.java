package io.lull.agent.core.settings;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The key of a setting in a profile: {@code profile.night.policy}.
 *
 * @param key of a setting, or {@link #WHEN}
 */
public record ProfileKey(String profile, String key) {
  /** When the profile applies. */
  static final String WHEN = "when";

  public static final String PREFIX = "profile.";
  private static final Pattern FORM = Pattern.compile("profile\\.([a-z0-9-]{1,32})\\.([a-z-]+)");

  /**
   * Parses a key.
   *
   * @return empty for the key of a setting outside profiles
   * @throws IllegalArgumentException with one line that says what a profile's key looks like
   */
  public static Optional<ProfileKey> of(String key) {
    if (!key.startsWith(PREFIX)) {
      return Optional.empty();
    }
    final Matcher m = FORM.matcher(key);
    if (!m.matches()) {
      throw new IllegalArgumentException(
          "there is no setting '"
              + key
              + "': a profile's are profile.NAME.when and profile.NAME.KEY, its name of small"
              + " letters, digits and '-'");
    }
    final ProfileKey found = new ProfileKey(m.group(1), m.group(2));
    if (!found.when()) {
      Setting.of(found.key());
    }
    return Optional.of(found);
  }

  public boolean when() {
    return key.equals(WHEN);
  }

  @Override
  public String toString() {
    return PREFIX + profile + "." + key;
  }
}
