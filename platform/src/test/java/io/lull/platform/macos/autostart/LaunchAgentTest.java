package io.lull.platform.macos.autostart;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.platform.autostart.Autostart.State;
import io.lull.platform.autostart.StartedProgram;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class LaunchAgentTest {
  private static final StartedProgram PROGRAM =
      new StartedProgram(
          "tray",
          "Lull",
          "",
          "lull",
          List.of("/Applications/Lull & Co <1>.app/Contents/MacOS/lull", "tray", "50%"));

  @TempDir Path home;

  private Path file() {
    return home.resolve("Library/LaunchAgents/io.lull.tray.plist");
  }

  @Test
  void isOffUntilItIsTurnedOnAndOffAgain() throws IOException {
    final LaunchAgent agent = new LaunchAgent(PROGRAM, home);
    assertThat(agent.state()).isEqualTo(State.OFF);
    agent.enable();
    assertThat(agent.state()).isEqualTo(State.ON);
    assertThat(file()).exists();
    agent.disable();
    assertThat(agent.state()).isEqualTo(State.OFF);
    assertThat(file()).doesNotExist();
  }

  @Test
  void whatTheUserDisabledStaysSoUntilAsked() throws IOException {
    final LaunchAgent agent = new LaunchAgent(PROGRAM, home);
    agent.enable();
    Files.writeString(
        file(),
        Files.readString(file())
            .replace("<key>RunAtLoad</key>", "<key>Disabled</key>\n<true/>\n<key>RunAtLoad</key>"));
    assertThat(agent.state()).isEqualTo(State.TURNED_OFF);
    agent.enable();
    assertThat(agent.state()).isEqualTo(State.ON);
  }

  @Test
  void thePropertyListIsXmlWithTheCommandAsItIs() throws Exception {
    final DocumentBuilder builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
    // The document type is Apple's, and is not fetched.
    builder.setEntityResolver((_, _) -> new InputSource(new StringReader("")));
    final NodeList strings =
        builder
            .parse(new InputSource(new StringReader(LaunchAgent.propertyList(PROGRAM))))
            .getElementsByTagName("string");
    final List<String> texts = new ArrayList<>();
    for (int i = 0; i < strings.getLength(); i++) {
      texts.add(strings.item(i).getTextContent());
    }
    assertThat(texts)
        .containsExactly(
            "io.lull.tray",
            "/Applications/Lull & Co <1>.app/Contents/MacOS/lull",
            "tray",
            "50%",
            "Aqua",
            "Interactive");
  }
}
