import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Types what the pages for authors say, on an installed Lull or that of a source tree: compiles
 * their listings with the class path that they name, and runs their commands as they stand.
 */
final class Pages {
  private static final Pattern LISTING = Pattern.compile("(?s)```java\n(.*?)```");

  /** Where a command begins on a page: four spaces in, after an empty line. */
  private static final Pattern COMMAND = Pattern.compile("(?m)^ {4}((?:javac|jar|lull run) .*)$");

  private static final long LONGEST_SECONDS = 300;
  private static final String LIBRARY = "lull-reconfig-lib-VERSION.jar";
  private static final String VERIFIED = "verified: bit-identical to the result of one worker";
  private static final String SHAKEN = " --shake 7 --verify";
  private static final String TASKS = " --tasks 20";

  /** The parts of the program in tutorial.md, of which some have another version. */
  private static final List<Integer> HEAT = List.of(1, 2, 4, 5);

  private final Path docs;
  private final Path work;
  private final String maven;
  private final Map<String, String> words = new HashMap<>();
  private int steps;

  private Pages(String lull, Path library, Path docs, String maven, Path work) throws IOException {
    this.docs = docs;
    this.work = work;
    this.maven = maven;
    final Path tools = Path.of(System.getProperty("java.home"), "bin");
    words.put("lull", lull);
    words.put("javac", tools.resolve("javac").toString());
    words.put("jar", tools.resolve("jar").toString());
    words.put(LIBRARY, library(library).toString());
  }

  public static void main(String[] options) throws Exception {
    if (options.length != 5) {
      System.err.println("usage: java Pages.java LULL LIBRARIES DOCS MAVEN FOLDER");
      System.exit(2);
    }
    final Pages pages =
        new Pages(
            options[0], Path.of(options[1]), Path.of(options[2]), options[3], Path.of(options[4]));
    pages.tutorial();
    pages.secondTutorial();
    pages.project("Heat", "grid", "");
    pages.project("Darts", "bag", TASKS);
    System.out.println(pages.steps + " steps");
  }

  private static Path library(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(
              file -> file.getFileName().toString().matches("lull-reconfig-lib-[\\d.]+.*\\.jar"))
          .findFirst()
          .orElseThrow(() -> new IOException("no lull-reconfig-lib in " + folder));
    }
  }

  private void tutorial() throws Exception {
    final String page = Files.readString(docs.resolve("tutorial.md"));
    final List<String> listings = listings(page);
    final List<String> parts = HEAT.stream().map(listings::get).toList();
    final Path folder = folder("tutorial");
    Files.writeString(folder.resolve("Heat.java"), String.join("\n", parts));
    for (final String command : commands(page)) {
      type(folder, command);
    }
    final long cells = Files.readAllLines(folder.resolve("out/heat.txt")).size();
    must(cells == 300 * 300, "the tutorial's result has " + cells + " cells");
    shaken(folder, commands(page).getLast().replace("--output out", "--output shaken"));
  }

  private void secondTutorial() throws Exception {
    final String page = Files.readString(docs.resolve("tutorial-two-fields.md"));
    final Path folder = folder("second");
    Files.writeString(folder.resolve("Spots.java"), listings(page).getFirst());
    for (final String command : commands(Files.readString(docs.resolve("tutorial.md")))) {
      if (!command.startsWith("lull")) {
        type(folder, command.replace("Heat", "Spots").replace("heat", "spots"));
      }
    }
    for (final String command : commands(page)) {
      type(folder, command);
    }
    must(Files.size(folder.resolve("out/spots.pgm")) > 256 * 256, "the picture is not complete");
  }

  /** A project, built without a network against the libraries of this Lull. */
  private void project(String name, String model, String more) throws Exception {
    final Path folder = folder("project-" + model);
    type(folder, "lull new " + name + " --model " + model);
    final Path project = folder.resolve(name);
    type(project, maven + " -o -q -B package");
    shaken(
        project, "lull run --jar target/" + name + ".jar --main " + name + " --workers 4" + more);
  }

  /** The same once more, while owners come back and machines die. */
  private void shaken(Path folder, String command) throws Exception {
    final String said = type(folder, command + SHAKEN);
    must(said.contains(VERIFIED), command + SHAKEN + " says:\n" + said);
  }

  private static List<String> listings(String page) {
    return LISTING.matcher(page).results().map(listing -> listing.group(1)).toList();
  }

  private static List<String> commands(String page) {
    return COMMAND.matcher(page).results().map(command -> command.group(1)).toList();
  }

  private Path folder(String name) throws IOException {
    return Files.createDirectories(work.resolve(name));
  }

  private String type(Path folder, String command) throws Exception {
    final List<String> typed = new ArrayList<>();
    for (final String word : command.split(" ")) {
      typed.add(words.getOrDefault(word, word));
    }
    final Path said = Files.createTempFile(work, "said", ".txt");
    final ProcessBuilder builder =
        new ProcessBuilder(typed)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    final Process process = builder.start();
    process.getOutputStream().close();
    final boolean ended = process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS);
    process.descendants().forEach(ProcessHandle::destroy);
    process.destroy();
    final String text = Files.readString(said, StandardCharsets.UTF_8);
    must(ended, command + " does not end; it says:\n" + text);
    must(process.exitValue() == 0, command + " ends with " + process.exitValue() + ":\n" + text);
    steps++;
    System.out.println("ok - " + command);
    return text;
  }

  private static void must(boolean holds, String orElse) {
    if (!holds) {
      System.err.println("FAILED - " + orElse);
      System.exit(1);
    }
  }
}
