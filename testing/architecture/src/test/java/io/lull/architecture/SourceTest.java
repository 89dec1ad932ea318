package io.lull.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What class files do not show: length, package descriptions, sleeping and switched-off tests. */
class SourceTest {
  private static final int MOST_LINES = 400;
  static final Path ROOT = SourceTree.root();

  /** Spelled apart so that this file does not find itself. */
  private static final Pattern SLEEP =
      Pattern.compile("\\b(Thread|MILLISECONDS|SECONDS|MINUTES|TimeUnit)\\.sle" + "ep\\(");

  private static final Pattern DISABLED_WITHOUT_REASON =
      Pattern.compile("@Dis" + "abled(?!\\(\\s*\"[^\"]{10,})");

  private static final Pattern POSTPONED =
      Pattern.compile("\\b(TO" + "DO|FIX" + "ME|XX" + "X|HA" + "CK)\\b");

  private static final Map<Path, List<String>> SOURCES = new TreeMap<>();

  @BeforeAll
  static void read() throws IOException {
    SOURCES.putAll(sources());
    assertThat(SOURCES).hasSizeGreaterThan(20);
  }

  /** Of all modules, tests included: lines by file, from the root. */
  static Map<Path, List<String>> sources() throws IOException {
    final Map<Path, List<String>> sources = new TreeMap<>();
    Files.walkFileTree(
        ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            final String name = String.valueOf(folder.getFileName());
            return name.equals("target") || (name.startsWith(".") && !folder.equals(ROOT))
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (file.toString().endsWith(".java")) {
              sources.put(ROOT.relativize(file), Files.readAllLines(file));
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return sources;
  }

  @Test
  void noClassIsLongerThanAReaderCanHold() {
    assertThat(
            SOURCES.entrySet().stream()
                .filter(source -> source.getValue().size() > MOST_LINES)
                .map(source -> source.getKey() + " has " + source.getValue().size() + " lines"))
        .as(
            "a class over %d lines wants another idea: extract a value or a state machine, of"
                + " tests a scenario",
            MOST_LINES)
        .isEmpty();
  }

  @Test
  void everyPackageSaysWhatItIsForAndIsNullMarked() {
    assertThat(
            SOURCES.keySet().stream()
                .filter(file -> file.toString().contains("src/main/java"))
                .map(Path::getParent)
                .distinct()
                .filter(folder -> !described(folder.resolve("package-info.java"))))
        .as("a package has a package-info.java with a sentence of purpose and @NullMarked")
        .isEmpty();
  }

  @Test
  void nothingSleeps() {
    assertThat(found(SLEEP))
        .as("wait for something observable, with a deadline; a sleep is too long or too short")
        .isEmpty();
  }

  @Test
  void noTestIsSwitchedOffWithoutAReason() {
    assertThat(found(DISABLED_WITHOUT_REASON))
        .as("a test that is switched off says why and until when")
        .isEmpty();
  }

  @Test
  void nothingIsPostponedInComments() {
    assertThat(found(POSTPONED)).as("a comment says why the code is as it is").isEmpty();
  }

  private static boolean described(Path packageInfo) {
    final List<String> lines = SOURCES.getOrDefault(packageInfo, List.of());
    return lines.stream().anyMatch(line -> line.contains("NullMarked"))
        && lines.stream().anyMatch(line -> line.contains("/**"));
  }

  private static List<String> found(Pattern pattern) {
    final List<String> hits = new ArrayList<>();
    SOURCES.forEach((file, lines) -> {
      for (int i = 0; i < lines.size(); i++) {
        if (pattern.matcher(lines.get(i)).find()) {
          hits.add(file + ":" + (i + 1) + ": " + lines.get(i).strip());
        }
      }
    });
    return hits;
  }
}
