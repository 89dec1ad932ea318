package io.lull.tray.text;

import java.text.MessageFormat;
import java.util.List;
import java.util.Locale;
import java.util.ResourceBundle;

/**
 * The texts of one part, in the person's language: English if theirs is not in {@link #LANGUAGES}.
 * Texts are message formats: an apostrophe is written twice.
 */
public final class Texts {
  /** One for each part, as {@code NAME.properties}, {@code NAME_de.properties} and so on. */
  public static final List<String> BUNDLES =
      List.of(
          "common",
          "shell",
          "computer",
          "job",
          "jobs",
          "submit",
          "cluster",
          "capacity",
          "preferences",
          "welcome",
          "menu",
          "notice");

  /** English is without a suffix. */
  public static final List<Locale> LANGUAGES =
      List.of(Locale.ENGLISH, Locale.GERMAN, Locale.FRENCH);

  private static final ResourceBundle.Control EXACTLY =
      ResourceBundle.Control.getNoFallbackControl(ResourceBundle.Control.FORMAT_PROPERTIES);

  private final ResourceBundle bundle;
  private final Locale locale;

  private Texts(ResourceBundle bundle, Locale locale) {
    this.bundle = bundle;
    this.locale = locale;
  }

  /**
   * @param name one of {@link #BUNDLES}
   * @param locale of the person, also for numbers and times
   */
  public static Texts of(String name, Locale locale) {
    return new Texts(
        ResourceBundle.getBundle(
            Texts.class.getPackageName() + "." + name,
            locale,
            Texts.class.getClassLoader(),
            EXACTLY),
        LANGUAGES.stream().anyMatch(each -> each.getLanguage().equals(locale.getLanguage()))
            ? locale
            : Locale.ENGLISH);
  }

  /** The locale for numbers and times beside these texts. */
  public Locale locale() {
    return locale;
  }

  public String say(String key, Object... arguments) {
    return new MessageFormat(bundle.getString(key), locale).format(arguments);
  }

  public boolean knows(String key) {
    return bundle.containsKey(key);
  }
}
