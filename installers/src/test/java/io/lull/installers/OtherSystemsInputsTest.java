package io.lull.installers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/**
 * What can be held of packages that cannot be built here: their files can be read, and name what is
 * there.
 */
class OtherSystemsInputsTest {
  private static Document xml(Path file) throws Exception {
    final DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    final DocumentBuilder builder = factory.newDocumentBuilder();
    builder.setEntityResolver((_, _) -> new InputSource(new StringReader("")));
    return builder.parse(file.toFile());
  }

  /** Keys and values of a property list's dictionary; of arrays their words. */
  private static Map<String, List<String>> properties(Path file) throws Exception {
    final Map<String, List<String>> found = new LinkedHashMap<>();
    final Element dictionary =
        (Element) xml(file).getDocumentElement().getElementsByTagName("dict").item(0);
    String key = "";
    for (Node node = dictionary.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element element) {
        if (element.getTagName().equals("key")) {
          key = element.getTextContent();
        } else {
          found.put(key, element.getTextContent().strip().lines().map(String::strip).toList());
        }
      }
    }
    return found;
  }

  @Test
  void wixFilesAreWellFormedAndNameEachThingOnce() throws Exception {
    final Set<String> codes = new TreeSet<>();
    final List<Path> files = Inputs.ending(".wxs");
    assertThat(files).hasSize(2);
    int guids = 0;
    for (final Path file : files) {
      final Document document = xml(file);
      assertThat(document.getDocumentElement().getNamespaceURI())
          .isEqualTo("http://wixtoolset.org/schemas/v4/wxs");
      final NodeList all = document.getElementsByTagName("*");
      final Set<String> ids = new TreeSet<>();
      for (int i = 0; i < all.getLength(); i++) {
        final Element element = (Element) all.item(i);
        for (final String attribute : List.of("Guid", "UpgradeCode")) {
          if (element.hasAttribute(attribute)) {
            guids++;
            codes.add(element.getAttribute(attribute));
          }
        }
        // Properties are set by elements that bear the property's own name.
        if (element.hasAttribute("Id")
            && !Set.of("SetProperty", "StandardDirectory").contains(element.getTagName())
            && !element.getTagName().endsWith("Ref")) {
          assertThat(ids.add(element.getTagName() + " " + element.getAttribute("Id"))).isTrue();
        }
      }
      for (int i = 0; i < all.getLength(); i++) {
        final Element element = (Element) all.item(i);
        if (element.getTagName().endsWith("Ref")) {
          assertThat(ids)
              .contains(element.getTagName().replace("Ref", "") + " " + element.getAttribute("Id"));
        }
      }
    }
    assertThat(codes).hasSize(guids).allMatch(code -> code.matches("[0-9a-f-]{36}"));
  }

  @Test
  void classesThatOtherSystemsStartAreThere() {
    final Set<String> classes =
        new TreeSet<>(
            Inputs.found(
                "\"(io\\.lull\\.[\\w.]+\\.[A-Z]\\w+)\"", Inputs.text("windows/lull-agent.wxs")));
    classes.addAll(Inputs.found("'(io\\.lull\\.[\\w.]+)'", Inputs.text("windows/build.ps1")));
    classes.addAll(Inputs.found("--main-class (\\S+)", Inputs.text("macos/build")));
    assertThat(classes).hasSize(3);
    for (final String name : classes) {
      assertThat(Inputs.ROOT.resolve("cli/src/main/java/" + name.replace('.', '/') + ".java"))
          .isRegularFile();
    }
  }

  @Test
  void propertyListsNameWhatThePackageInstalls() throws Exception {
    final String build = Inputs.text("macos/build");
    final List<Path> lists = Inputs.ending(".plist");
    assertThat(lists).hasSize(3);
    for (final Path list : lists) {
      final Map<String, List<String>> properties = properties(list);
      assertThat(properties.get("Label")).containsExactly(name(list).replace(".plist", ""));
      final String program =
          String.valueOf(properties.get("ProgramArguments")).split("[\\[,\\]]")[1];
      assertThat(program)
          .isIn(
              "/Library/Lull/start-agent",
              "/Library/Lull/lull",
              "/Applications/Lull.app/Contents/MacOS/Lull");
      assertThat(build).contains(name(list));
      assertThat(Inputs.text("macos/uninstall")).contains(name(list));
    }
    assertThat(properties(Inputs.FOLDER.resolve("macos/io.lull.agent.plist")).get("UserName"))
        .containsExactly("_lull_agent");
    assertThat(Inputs.text("macos/preinstall")).contains("/Users/_lull_agent");
    assertThat(
            xml(Inputs.FOLDER.resolve("macos/distribution.xml")).getDocumentElement().getTagName())
        .isEqualTo("installer-gui-script");
  }

  private static String name(Path file) {
    return String.valueOf(file.getFileName());
  }

  @Test
  void continuousIntegrationAndAnsibleAreYamlAndNameFilesThatAreThere() throws Exception {
    final Path workflow = Inputs.ROOT.resolve(".github/workflows/installers.yml");
    final List<Path> files = new ArrayList<>(Inputs.ending(".yml"));
    files.add(workflow);
    assertThat(files).hasSizeGreaterThan(4);
    for (final Path file : files) {
      final Object read =
          new Load(LoadSettings.builder().setLabel(name(file)).build())
              .loadFromString(Files.readString(file));
      assertThat(read).as("%s", file).isNotNull();
    }
    for (final String program :
        Inputs.found("(installers/[a-z/-]+(?:\\.ps1)?)(?= |$)", Inputs.text(workflow))) {
      assertThat(Inputs.ROOT.resolve(program)).exists();
    }
    final String role = Inputs.text("ansible/roles/lull_agent/tasks/main.yml");
    assertThat(Inputs.found("(/etc/lull/[a-z.]+)", role))
        .containsExactlyInAnyOrder(
            "/etc/lull/agent.conf", "/etc/lull/enroll.token", "/etc/lull/policy.conf");
  }
}
