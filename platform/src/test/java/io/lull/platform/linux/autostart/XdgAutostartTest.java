package io.lull.platform.linux.autostart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.platform.autostart.Autostart.State;
import io.lull.platform.autostart.StartedProgram;
import io.lull.testkit.random.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class XdgAutostartTest {
  @RegisterExtension final Seed seed = Seed.ofThisRun();

  @TempDir Path folder;
  private Path system;
  private XdgAutostart autostart;

  private static StartedProgram program(String... command) {
    return new StartedProgram("lull", "Lull", "Idle time, given", "lull", List.of(command));
  }

  @BeforeEach
  void aUsersFoldersAndTheSystems() throws IOException {
    system = Files.createDirectories(folder.resolve("etc/autostart"));
    autostart = of(Map.of("XDG_CONFIG_DIRS", "relative:" + folder.resolve("etc")));
  }

  private XdgAutostart of(Map<String, String> environment) {
    return new XdgAutostart(
        program("/opt/lull/bin/lull", "tray"), environment, folder.resolve("home"));
  }

  private Path own() {
    return folder.resolve("home/.config/autostart/lull.desktop");
  }

  @Test
  void isOffUntilItIsTurnedOnAndOffAgain() throws IOException {
    assertThat(autostart.state()).isEqualTo(State.OFF);
    autostart.enable();
    assertThat(autostart.state()).isEqualTo(State.ON);
    assertThat(Files.readString(own()))
        .contains("[Desktop Entry]\nType=Application")
        .contains("\nExec=/opt/lull/bin/lull tray\n")
        .contains("\nTryExec=/opt/lull/bin/lull\n");
    autostart.disable();
    assertThat(autostart.state()).isEqualTo(State.OFF);
    assertThat(own()).doesNotExist();
    autostart.disable();
    try (Stream<Path> left = Files.list(own().getParent())) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void theFolderThatTheSessionNamesIsUsed() throws IOException {
    final XdgAutostart elsewhere =
        of(Map.of("XDG_CONFIG_HOME", folder.resolve("my config").toString()));
    elsewhere.enable();
    assertThat(folder.resolve("my config/autostart/lull.desktop")).exists();
    final XdgAutostart relative = of(Map.of("XDG_CONFIG_HOME", "not/absolute"));
    relative.enable();
    assertThat(own()).as("relative paths are to be ignored").exists();
  }

  @Test
  void whatTheUserTurnedOffByTheDesktopStaysSoUntilAsked() throws IOException {
    autostart.enable();
    for (final String key : List.of("Hidden=true", "X-GNOME-Autostart-enabled=false")) {
      Files.writeString(own(), "[Desktop Entry]\nType=Application\n" + key + "\n");
      assertThat(autostart.state()).isEqualTo(State.TURNED_OFF);
      assertThat(autostart.isEnabled()).isFalse();
    }
    autostart.enable();
    assertThat(autostart.state()).isEqualTo(State.ON);
  }

  @Test
  void keysOfOtherGroupsSayNothing() throws IOException {
    autostart.enable();
    Files.writeString(
        own(), "# Hidden=true\n[Desktop Entry]\nName=Lull\n[Desktop Action x]\nHidden=true\n");
    assertThat(autostart.state()).isEqualTo(State.ON);
  }

  @Test
  void whatTheSystemStartsIsHiddenByTheUsersOwnEntry() throws IOException {
    Files.writeString(system.resolve("lull.desktop"), "[Desktop Entry]\nName=Lull\n");
    assertThat(autostart.state()).isEqualTo(State.ON);
    autostart.disable();
    assertThat(autostart.state()).isEqualTo(State.TURNED_OFF);
    assertThat(Files.readString(own())).contains("Hidden=true");
    autostart.enable();
    assertThat(autostart.state()).isEqualTo(State.ON);
  }

  @Test
  void pathsWithSpacesAndOtherSignsAreQuotedAsTheSpecificationSays() {
    assertThat(DesktopEntry.of(program("/opt/my lull/lull", "--name=50%", "$HOME")))
        .contains("\nExec=\"/opt/my lull/lull\" --name=50%% \"\\\\$HOME\"\n")
        .contains("\nTryExec=/opt/my lull/lull\n");
    assertThat(DesktopEntry.of(program("/opt/back\\slash", "")))
        .contains("\nExec=\"/opt/back\\\\\\\\slash\" \"\"\n")
        .contains("\nTryExec=/opt/back\\\\slash\n");
  }

  @Test
  void everyCommandIsReadAgainAsItWas() {
    final RandomGenerator random = seed.random();
    final String signs = "ab /\"'\\`$%><~|&;*?#() ü=";
    for (int i = 0; i < 5_000; i++) {
      final List<String> command = new ArrayList<>(List.of("/bin/x"));
      for (int n = random.nextInt(4); n > 0; n--) {
        final StringBuilder argument = new StringBuilder();
        for (int c = random.nextInt(8); c > 0; c--) {
          argument.append(signs.charAt(random.nextInt(signs.length())));
        }
        command.add(argument.toString());
      }
      final String text = DesktopEntry.of(program(command.toArray(String[]::new)));
      final String exec =
          text.lines()
              .filter(line -> line.startsWith("Exec="))
              .findFirst()
              .orElseThrow()
              .substring("Exec=".length());
      assertThat(read(exec.replace("\\\\", "\\"))).as(exec).isEqualTo(command);
    }
  }

  /** As a desktop takes a command apart, its text once unescaped. */
  private static List<String> read(String exec) {
    final List<String> words = new ArrayList<>();
    StringBuilder word = null;
    boolean quoted = false;
    for (int i = 0; i < exec.length(); i++) {
      final char c = exec.charAt(i);
      if (c == '"') {
        quoted = !quoted;
        word = word == null ? new StringBuilder() : word;
      } else if (c == ' ' && !quoted) {
        if (word != null) {
          words.add(word.toString().replace("%%", "%"));
        }
        word = null;
      } else {
        word = word == null ? new StringBuilder() : word;
        word.append(c == '\\' && quoted ? exec.charAt(++i) : c);
      }
    }
    if (word != null) {
      words.add(word.toString().replace("%%", "%"));
    }
    return words;
  }

  @Test
  void commandsThatNoSessionCouldStartAreRefused() {
    assertThatThrownBy(() -> program("lull", "tray")).hasMessageContaining("whole path");
    assertThatThrownBy(() -> program("/bin/lull", "two\nlines"))
        .hasMessageContaining("line breaks");
    assertThatThrownBy(() -> DesktopEntry.of(program("/opt/a=b/lull"))).hasMessageContaining("'='");
  }
}
