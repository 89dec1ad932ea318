package io.lull.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.model.EventCause;
import io.lull.protocol.model.JobState;
import io.lull.protocol.model.NodeState;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What can be checked about the documents: their form, their links, and the words they define. */
class DocumentsTest {
  private static final Path ROOT = SourceTree.root();
  private static final Path RECORDS = Path.of("docs", "adr");
  private static final int MOST_LINES_OF_A_MODULE = 60;

  private static final Pattern FENCED = Pattern.compile("(?ms)^```.*?^```");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern SECTION = Pattern.compile("(?m)^## (.*)$");
  private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} (.*)$");
  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");

  private static final Pattern CLASS = Pattern.compile("`([A-Z][a-z]\\w*)(?:\\.\\w+)?`");
  private static final Pattern DRAWN = Pattern.compile("(?<![\\w.`-])([A-Z][a-z]\\w*)");
  private static final Pattern PACKAGE = Pattern.compile("`([a-z][\\w./]*)`");

  /** Words of the modules' diagrams that are neither classes nor messages. */
  private static final Set<String> PROPER_NOUNS =
      Set.of("CycloneDX", "Debian", "Hazelcast", "JavaFX", "Unix", "Wayland");

  private static final Pattern MESSAGE = Pattern.compile("(?m)^\\s*(?:message|service) (\\w+)");

  /** The documents without their fenced blocks. */
  private static final Map<Path, String> DOCUMENTS = new TreeMap<>();

  /** The fenced blocks of each document. */
  private static final Map<Path, String> DIAGRAMS = new TreeMap<>();

  /** Folders of sources that are not tests, relative to the root. */
  private static final Set<Path> SOURCE_FOLDERS = new HashSet<>();

  /** Classes, and messages of the protocols. */
  private static final Set<String> NAMES = new HashSet<>();

  @BeforeAll
  static void read() throws IOException {
    Files.walkFileTree(
        ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            final String name = String.valueOf(folder.getFileName());
            final boolean built =
                folder.resolveSibling("").endsWith("target") && !name.equals("generated-sources");
            return built || (name.startsWith(".") && !folder.equals(ROOT))
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            final String name = String.valueOf(file.getFileName());
            if (name.endsWith(".md")) {
              readDocument(ROOT.relativize(file), Files.readString(file));
            } else if (name.endsWith(".java")) {
              NAMES.add(name.substring(0, name.length() - ".java".length()));
              SOURCE_FOLDERS.add(ROOT.relativize(file.resolveSibling("")));
            } else if (name.endsWith(".proto")) {
              NAMES.addAll(all(MESSAGE, Files.readString(file)));
              SOURCE_FOLDERS.add(ROOT.relativize(file.resolveSibling("")));
            }
            return FileVisitResult.CONTINUE;
          }
        });
    SOURCE_FOLDERS.removeIf(folder -> !slashed(folder).contains("/src/main/"));
    assertThat(DOCUMENTS).hasSizeGreaterThan(80);
  }

  private static void readDocument(Path file, String text) {
    DOCUMENTS.put(file, FENCED.matcher(text).replaceAll(""));
    DIAGRAMS.put(
        file,
        FENCED.matcher(text).results().map(MatchResult::group).collect(Collectors.joining("\n")));
  }

  @Test
  void everyDecisionRecordHasTheFourSections() {
    final Map<Path, List<String>> sections = new TreeMap<>();
    DOCUMENTS.forEach((file, text) -> {
      if (file.startsWith(RECORDS)) {
        sections.put(file, all(SECTION, text));
      }
    });
    assertThat(sections).hasSizeGreaterThan(70);
    assertThat(sections)
        .as("docs/adr/0000-format.md says what a record has")
        .allSatisfy((file, found) ->
            assertThat(found)
                .as("%s", file)
                .containsExactly("Context", "Decision", "Alternatives", "Consequences"));
  }

  @Test
  void everyDecisionRecordHasItsNumberInNameAndTitle() {
    final List<String> wrong = new ArrayList<>();
    final Set<Integer> numbers = new HashSet<>();
    for (final Path file : DOCUMENTS.keySet()) {
      if (file.startsWith(RECORDS)) {
        final int number = Integer.parseInt(String.valueOf(file.getFileName()).substring(0, 4));
        final String text = DOCUMENTS.getOrDefault(file, "");
        if (!text.startsWith("# " + number + ". ") || !numbers.add(number)) {
          wrong.add(file.toString());
        }
      }
    }
    assertThat(wrong).as("its number is in its name and its title, and is its own").isEmpty();
  }

  @Test
  void everyLinkBetweenDocumentsResolves() {
    final List<String> broken = new ArrayList<>();
    DOCUMENTS.forEach((file, text) ->
        all(LINK, text).stream()
            .filter(link -> !link.matches("[a-z]+:.*"))
            .filter(link -> !resolves(file, link))
            .forEach(link -> broken.add(file + " -> " + link)));
    assertThat(broken).isEmpty();
  }

  @Test
  void theReadmeNamesBothCommands() throws IOException {
    assertThat(Files.readString(ROOT.resolve("README.md"))).contains("./lull demo", "./check");
  }

  @Test
  void everyModuleSaysWhatItIs() throws IOException {
    final String map = document("ARCHITECTURE.md");
    for (final Path module : modules(ROOT)) {
      final Path readme = module.resolve("README.md");
      assertThat(readme).exists();
      assertThat(Files.readAllLines(readme))
          .as("%s can be read in a minute", readme)
          .hasSizeBetween(5, MOST_LINES_OF_A_MODULE);
      assertThat(map)
          .as("the module map of ARCHITECTURE.md")
          .contains("`" + ROOT.relativize(module) + "`");
    }
  }

  @Test
  void everyClassThatTheWalksAndTheModulesNameExists() throws IOException {
    final List<Path> guides = new ArrayList<>(List.of(Path.of("ARCHITECTURE.md")));
    for (final Path module : modules(ROOT)) {
      guides.add(ROOT.relativize(module.resolve("README.md")));
    }
    final List<String> missing = new ArrayList<>();
    for (final Path guide : guides) {
      final Stream<String> written = all(CLASS, document(guide.toString())).stream();
      final Stream<String> drawn =
          all(DRAWN, DIAGRAMS.getOrDefault(guide, "")).stream()
              .filter(word -> !PROPER_NOUNS.contains(word));
      Stream.concat(written, drawn)
          .filter(name -> !NAMES.contains(name))
          .forEach(name -> missing.add(guide + " names " + name));
    }
    assertThat(missing).as("a newcomer looks for these classes and messages").isEmpty();
  }

  @Test
  void everyPackageInTheTableOfAModuleExistsInThatModule() throws IOException {
    final List<String> missing = new ArrayList<>();
    int tables = 0;
    for (final Path module : modules(ROOT)) {
      final Path name = ROOT.relativize(module);
      final List<String> cells = firstCells(name.resolve("README.md").toString(), "package");
      tables += cells.isEmpty() ? 0 : 1;
      cells.stream()
          .flatMap(cell -> all(PACKAGE, cell).stream())
          .filter(listed -> !hasPackage(name, listed))
          .forEach(listed -> missing.add(name + " lists " + listed));
    }
    assertThat(tables).as("modules with a table of packages").isGreaterThan(12);
    assertThat(missing).as("a newcomer looks for these packages").isEmpty();
  }

  private static boolean hasPackage(Path module, String name) {
    final String folder = "/" + name.replace('.', '/') + "/";
    return SOURCE_FOLDERS.stream()
        .filter(source -> source.startsWith(module))
        .anyMatch(source -> slashed(module.relativize(source)).contains(folder));
  }

  private static String slashed(Path folder) {
    return "/" + folder.toString().replace('\\', '/') + "/";
  }

  @Test
  void theGlossaryDefinesEachWordOnceAndIsSorted() {
    final List<String> words = words("term");
    assertThat(words).hasSizeGreaterThan(30).doesNotHaveDuplicates();
    assertThat(words).isSortedAccordingTo(String.CASE_INSENSITIVE_ORDER);
  }

  @Test
  void theGlossaryAndTheCodeHaveTheSameStatesAndCauses() {
    final List<String> states = words("state");
    final List<String> expected = new ArrayList<>();
    Arrays.stream(NodeState.values()).map(NodeState::wire).forEach(expected::add);
    Arrays.stream(JobState.values()).map(JobState::wire).forEach(expected::add);
    assertThat(states).containsExactlyElementsOf(expected);
    assertThat(words("cause"))
        .containsExactlyElementsOf(
            Arrays.stream(EventCause.values()).map(EventCause::wire).toList());
  }

  /** The words of the glossary's tables whose first column has this heading. */
  private static List<String> words(String heading) {
    return firstCells("docs/glossary.md", heading).stream()
        .flatMap(cell -> Stream.of(cell.split(", ")))
        .map(word -> word.replace("`", ""))
        .toList();
  }

  /** The first column of a document's tables where it has this heading. */
  private static List<String> firstCells(String document, String heading) {
    final List<String> cells = new ArrayList<>();
    String column = "";
    for (final String line : document(document).lines().toList()) {
      if (!line.startsWith("|")) {
        column = "";
      } else if (column.isEmpty()) {
        column = firstCell(line);
      } else if (column.equals(heading) && !line.startsWith("| ---")) {
        cells.add(firstCell(line));
      }
    }
    return cells;
  }

  private static String firstCell(String row) {
    return row.substring(1, row.indexOf('|', 1)).strip();
  }

  private static boolean resolves(Path from, String link) {
    final String[] parts = link.split("#", 2);
    final Path parent = ROOT.resolve(from).getParent();
    if (parent == null) {
      return false;
    }
    final Path target = parts[0].isEmpty() ? ROOT.resolve(from) : parent.resolve(parts[0]);
    if (!Files.exists(target)) {
      return false;
    }
    final String text = DOCUMENTS.get(ROOT.relativize(target.normalize()));
    return parts.length == 1 || (text != null && anchors(text).contains(parts[1]));
  }

  private static Collection<String> anchors(String text) {
    return all(HEADING, text).stream()
        .map(heading -> heading.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9 _-]", ""))
        .map(heading -> heading.replace(' ', '-'))
        .toList();
  }

  private static List<Path> modules(Path folder) throws IOException {
    final List<String> names = all(MODULE, Files.readString(folder.resolve("pom.xml")));
    final List<Path> modules = new ArrayList<>();
    for (final String name : names) {
      final Path module = folder.resolve(name);
      modules.add(module);
      modules.addAll(modules(module));
    }
    return modules;
  }

  private static List<String> all(Pattern pattern, String text) {
    final Stream<MatchResult> matches = pattern.matcher(text).results();
    return matches.map(match -> match.group(1)).toList();
  }

  private static String document(String name) {
    return DOCUMENTS.getOrDefault(Path.of(name), "");
  }
}
