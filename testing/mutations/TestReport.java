import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** What the reports that JUnit's console writes ("legacy XML") say of one test. */
final class TestReport {
  /** Errors of classes that were not compiled together, whatever the test asserts. */
  private static final Set<String> LINKING =
      Set.of(
          "java.lang.AbstractMethodError",
          "java.lang.ClassFormatError",
          "java.lang.ClassNotFoundException",
          "java.lang.IllegalAccessError",
          "java.lang.IncompatibleClassChangeError",
          "java.lang.LinkageError",
          "java.lang.NoClassDefFoundError",
          "java.lang.NoSuchFieldError",
          "java.lang.NoSuchMethodError",
          "java.lang.UnsupportedClassVersionError",
          "java.lang.VerifyError");

  private static final int MOST_CHARACTERS = 160;

  private TestReport() {}

  /**
   * @param type the full name of the class that was thrown
   * @param message its first line; empty: there is none
   */
  record Failure(String type, String message) {
    boolean ofLinking() {
      return LINKING.contains(type);
    }

    @Override
    public String toString() {
      final String all = message.isEmpty() ? type : type + ": " + message;
      return all.length() > MOST_CHARACTERS ? all.substring(0, MOST_CHARACTERS) + "…" : all;
    }
  }

  /**
   * @param method of the test, without parameters; each of its invocations counts
   * @return the first failure of the test; empty: it did not fail
   */
  static Optional<Failure> failure(Path folder, String method) throws Exception {
    final DocumentBuilder parser = DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder();
    for (final Path file : reports(folder)) {
      final NodeList cases =
          parser.parse(file.toFile()).getDocumentElement().getElementsByTagName("testcase");
      for (final Element each : elements(cases)) {
        if (each.getAttribute("name").matches("\\Q" + method + "\\E\\b.*")) {
          for (final String kind : List.of("failure", "error")) {
            for (final Element found : elements(each.getElementsByTagName(kind))) {
              return Optional.of(
                  new Failure(
                      found.getAttribute("type"),
                      found.getAttribute("message").strip().lines().findFirst().orElse("")));
            }
          }
        }
      }
    }
    return Optional.empty();
  }

  private static List<Path> reports(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".xml")).sorted().toList();
    }
  }

  private static List<Element> elements(NodeList nodes) {
    return IntStream.range(0, nodes.getLength())
        .mapToObj(nodes::item)
        .map(Element.class::cast)
        .toList();
  }
}
