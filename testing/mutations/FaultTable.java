import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The faults of the tables, and where the tree has the classes and lines that they name. */
final class FaultTable {
  static final Path ROOT = Path.of("").toAbsolutePath();
  private static final Path TABLES = ROOT.resolve("testing/mutations");

  private FaultTable() {}

  /**
   * A line of a class, and what it becomes.
   *
   * @param line of the table
   * @param of the class that gets the fault: its simple name, after its module and a colon if need
   *     be
   * @param after the fault's line is the first of its text after this one; empty: the only one
   */
  record Fault(int line, String of, String after, String old, String changed, String why) {}

  /**
   * @param test that must fail
   */
  record TestedFault(Fault fault, TestMethod test) {}

  /**
   * @param of the class's simple name, after its module and a colon if need be
   */
  record TestMethod(String of, String method) {
    static TestMethod parse(String text) {
      final int hash = text.indexOf('#');
      return new TestMethod(text.substring(0, hash), text.substring(hash + 1));
    }

    @Override
    public String toString() {
      return of + "#" + method;
    }
  }

  /** A source file, the module that it is in, and its class's full name. */
  record Source(Path module, Path file, String fullName) {}

  static final class BadRow extends Exception {
    private static final long serialVersionUID = 1;

    BadRow(String line) {
      super(line);
    }
  }

  /** Those that a test must detect each. */
  static List<TestedFault> ofTests() throws IOException, BadRow {
    final List<TestedFault> faults = new ArrayList<>();
    for (final Row row : rows("faults.txt")) {
      final String test = row.of("test");
      if (!test.contains("#")) {
        throw new BadRow("the row that ends at line " + row.line() + " names no test: " + test);
      }
      faults.add(new TestedFault(row.fault(), TestMethod.parse(test)));
    }
    return faults;
  }

  /** Those that the simulation of faults must detect. */
  static List<Fault> ofSimulation() throws IOException, BadRow {
    final List<Fault> faults = new ArrayList<>();
    for (final Row row : rows("simulated.txt")) {
      faults.add(row.fault());
    }
    return faults;
  }

  private record Row(int line, Map<String, String> values) {
    String of(String key) throws BadRow {
      final String value = values.get(key);
      if (value == null) {
        throw new BadRow("the row that ends at line " + line + " has no '" + key + "': " + values);
      }
      return value;
    }

    Fault fault() throws BadRow {
      return new Fault(
          line, of("class"), values.getOrDefault("after", ""), of("old"), of("new"), of("why"));
    }
  }

  /** Rows are separated by empty lines; each line is a key, a colon and a value. */
  private static List<Row> rows(String table) throws IOException, BadRow {
    final List<Row> rows = new ArrayList<>();
    final List<String> lines = new ArrayList<>(Files.readAllLines(TABLES.resolve(table)));
    lines.add("");
    Map<String, String> row = new LinkedHashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      final String line = lines.get(i).strip();
      if (line.startsWith("#")) {
        continue;
      }
      if (!line.isEmpty()) {
        final int colon = line.indexOf(':');
        if (colon < 0
            || row.put(line.substring(0, colon), line.substring(colon + 1).strip()) != null) {
          throw new BadRow(
              "line " + (i + 1) + " of the table is no 'key: value' of its own: " + line);
        }
      } else if (!row.isEmpty()) {
        rows.add(new Row(i, row));
        row = new LinkedHashMap<>();
      }
    }
    return rows;
  }

  /** The one source file of that class, wherever it is at present. */
  static Source source(String name, String kind) throws IOException, BadRow {
    final String simpleName = name.substring(name.indexOf(':') + 1);
    final String inModule = name.substring(0, Math.max(0, name.indexOf(':')));
    final List<Source> found = new ArrayList<>();
    for (final Path module : modules()) {
      if (!inModule.isEmpty() && !module.equals(ROOT.resolve(inModule))) {
        continue;
      }
      final Path root = module.resolve("src").resolve(kind).resolve("java");
      if (!Files.isDirectory(root)) {
        continue;
      }
      try (Stream<Path> files = Files.walk(root)) {
        files
            .filter(file -> file.endsWith(simpleName + ".java"))
            .forEach(file ->
                found.add(
                    new Source(
                        module,
                        file,
                        root.relativize(file)
                            .toString()
                            .replace(".java", "")
                            .replace(File.separatorChar, '.'))));
      }
    }
    if (found.size() != 1) {
      throw new BadRow("there are " + found.size() + " classes named " + name + ", not one");
    }
    return found.getFirst();
  }

  private static List<Path> modules() throws IOException {
    final Matcher module =
        Pattern.compile("<module>(.*?)</module>")
            .matcher(Files.readString(ROOT.resolve("pom.xml")));
    return module.results().map(found -> ROOT.resolve(found.group(1))).toList();
  }

  /** The class's text with the fault. */
  static String changed(Fault fault) throws IOException, BadRow {
    final Source source = source(fault.of(), "main");
    final List<String> lines = new ArrayList<>(Files.readAllLines(source.file()));
    final List<Integer> places = new ArrayList<>();
    boolean beyond = fault.after().isEmpty();
    for (int i = 0; i < lines.size(); i++) {
      if (beyond && lines.get(i).strip().equals(fault.old())) {
        places.add(i);
      }
      beyond |= lines.get(i).strip().equals(fault.after());
    }
    if (places.isEmpty() || (fault.after().isEmpty() && places.size() > 1)) {
      throw new BadRow(
          fault.of() + " has " + places.size() + " lines, not one, that read: " + fault.old());
    }
    final String before = lines.get(places.getFirst());
    lines.set(places.getFirst(), before.replace(fault.old(), fault.changed()));
    return String.join("\n", lines) + "\n";
  }
}
