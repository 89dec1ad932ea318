package io.lull.coordinator.database;

import java.nio.file.Path;
import java.util.Locale;

/**
 * The JDBC URL of the store.
 *
 * @param embedded an H2 database, which must be told to reach for the disk itself
 */
public record StoreUrl(String jdbc, boolean embedded) {

  public static StoreUrl inFolder(Path folder) {
    return new StoreUrl(
        "jdbc:h2:file:"
            + folder.toAbsolutePath().resolve("lull")
            + ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DB_CLOSE_ON_EXIT=FALSE",
        true);
  }

  /** For messages: {@code the database db.example.org:5432/grid}. */
  String words() {
    return embedded
        ? "the database"
        : "the database "
            + jdbc.replaceFirst("^jdbc:postgresql:(//)?", "").replaceFirst("\\?.*", "");
  }

  /**
   * @throws IllegalArgumentException with one line that says what may be given
   */
  public static StoreUrl parse(String text) {
    final String lower = text.toLowerCase(Locale.ROOT);
    if (lower.contains("password=")) {
      throw new IllegalArgumentException(
          "a password does not belong on a command line: put it into ~/.pgpass");
    }
    if (lower.startsWith("jdbc:postgresql:")) {
      return new StoreUrl(text, false);
    }
    if (lower.startsWith("jdbc:h2:")) {
      return new StoreUrl(
          text + ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DB_CLOSE_ON_EXIT=FALSE", true);
    }
    throw new IllegalArgumentException(
        "'"
            + text
            + "' is not a store: write it as jdbc:postgresql://HOST/DATABASE or jdbc:h2:file:FILE");
  }
}
