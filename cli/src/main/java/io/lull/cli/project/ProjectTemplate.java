package io.lull.cli.project;

import io.lull.cli.exit.CommandFailure;
import io.lull.cli.exit.ExitCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The files of a new project.
 *
 * @param name of the project and its folder
 * @param model what kind of program it is
 * @param lib the folder with Lull's libraries
 */
public record ProjectTemplate(String name, Model model, Path lib) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9]{0,39}");

  private static final String AUTHORS_LIBRARY = "lull-reconfig-lib";

  /** Of those in {@code lib}, what an author's program is compiled and run with. */
  private static final Pattern LIBRARY =
      Pattern.compile(
          "("
              + AUTHORS_LIBRARY
              + "|lull-protocol|protobuf-java|jspecify|slf4j-api|kryo|reflectasm|objenesis|minlog)-(\\d[^/]*)\\.jar");

  private static final int LIBRARIES = 9;

  /** A kind of program. */
  public enum Model {
    GRID("", " --workers 1:8"),
    BAG(" --tasks 20", " --tasks 1000");

    private final String run;
    private final String submit;

    Model(String run, String submit) {
      this.run = run;
      this.submit = submit;
    }

    /**
     * @throws CommandFailure when there is no such model
     */
    public static Model of(String name) {
      return switch (name) {
        case "grid" -> GRID;
        case "bag" -> BAG;
        default -> throw CommandFailure.badInput("--model: '" + name + "' must be grid or bag");
      };
    }

    private String template(String suffix) {
      return name().toLowerCase(Locale.ROOT) + suffix;
    }
  }

  /**
   * @throws CommandFailure when the name cannot be one of a class
   */
  public ProjectTemplate {
    checkName(name);
  }

  /**
   * @throws CommandFailure when it cannot be one of a class
   */
  public static void checkName(String name) {
    if (!NAME.matcher(name).matches()) {
      throw CommandFailure.badInput(
          "'" + name + "' cannot be the name of a project: use letters and digits, such as Heat");
    }
  }

  private String className() {
    return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
  }

  /**
   * Writes all of it to a new folder.
   *
   * @param parent of the folder
   * @return the files
   * @throws CommandFailure when the folder exists, or cannot be written
   */
  public List<Path> write(Path parent) {
    final Path folder = parent.resolve(name);
    if (Files.exists(folder)) {
      throw CommandFailure.badInput(folder + " already exists: choose another name");
    }
    final List<Path> written = new ArrayList<>();
    try {
      for (final Map.Entry<String, String> file : files().entrySet()) {
        final Path path = folder.resolve(file.getKey());
        Files.createDirectories(Objects.requireNonNull(path.getParent()));
        written.add(Files.writeString(path, file.getValue()));
      }
      return written;
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.FAILED, "the project cannot be written to " + folder + ": " + e.getMessage(), e);
    }
  }

  private Map<String, String> files() throws IOException {
    final Map<String, String> files = new LinkedHashMap<>();
    files.put("pom.xml", filled("pom.xml"));
    files.put(".gitignore", "target/\n");
    files.put("README.md", filled("README.md"));
    files.put("src/main/java/" + className() + ".java", filled(model.template(".java")));
    files.put("src/test/java/" + className() + "Test.java", filled(model.template("Test.java")));
    return files;
  }

  private String filled(String template) throws IOException {
    final List<Matcher> libraries = libraries();
    return text(template)
        .replace("@DEPENDENCIES@", dependencies(libraries))
        .replace("@VERSION@", version(libraries))
        .replace("@NAME@", name)
        .replace("@CLASS@", className())
        .replace("@LIB@", lib.toString())
        .replace("@RUN@", model.run)
        .replace("@SUBMIT@", model.submit);
  }

  private List<Matcher> libraries() throws IOException {
    try (Stream<Path> files = Files.list(lib)) {
      final List<Matcher> found =
          files
              .map(file -> LIBRARY.matcher(file.getFileName().toString()))
              .filter(Matcher::matches)
              .sorted(Comparator.comparing(Matcher::group))
              .toList();
      if (found.size() != LIBRARIES) {
        throw new IOException("Lull's libraries are not complete in " + lib);
      }
      return found;
    }
  }

  private static String dependencies(List<Matcher> libraries) throws IOException {
    final String one = text("dependency");
    return libraries.stream()
        .map(jar ->
            one.replace("@ARTIFACT@", jar.group(1))
                .replace("@VERSION@", jar.group(2))
                .replace("@FILE@", jar.group()))
        .collect(Collectors.joining())
        .stripTrailing();
  }

  private static String version(List<Matcher> libraries) {
    return libraries.stream()
        .filter(jar -> jar.group(1).equals(AUTHORS_LIBRARY))
        .map(jar -> jar.group(2))
        .findFirst()
        .orElseThrow();
  }

  private static String text(String template) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(
            ProjectTemplate.class.getResourceAsStream(template + ".txt"), template)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
