package io.lull.installers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The files that packages are made from. */
final class Inputs {
  /** Maven runs the tests in the module's folder. */
  static final Path FOLDER = Path.of("").toAbsolutePath();

  static final Path ROOT = FOLDER.resolve("..").normalize();

  private Inputs() {}

  static String text(String file) {
    return text(FOLDER.resolve(file));
  }

  static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Those whose name ends so, beside what builds have made. */
  static List<Path> ending(String... ends) {
    try (Stream<Path> files = Files.walk(FOLDER)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> !file.startsWith(FOLDER.resolve("target")))
          .filter(file -> Stream.of(ends).anyMatch(file.toString()::endsWith))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Pictures, and what else is no text, are left out. */
  static boolean isText(Path file) {
    return Stream.of(".ico", ".png", ".icns").noneMatch(file.toString()::endsWith);
  }

  /** All that the pattern's first group finds. */
  static Set<String> found(String pattern, String text) {
    final Set<String> found = new TreeSet<>();
    Pattern.compile(pattern, Pattern.MULTILINE)
        .matcher(text)
        .results()
        .forEach(match -> found.add(match.group(1)));
    return found;
  }
}
