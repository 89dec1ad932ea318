package io.lull.platform.windows.autostart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.platform.autostart.Autostart.State;
import io.lull.platform.autostart.StartedProgram;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunKeyAutostartTest {
  private final Map<String, Object> registry = new HashMap<>();
  private final RunKeyAutostart autostart = of("C:\\Program Files\\Lull\\lull.exe");

  private RunKeyAutostart of(String path) {
    return new RunKeyAutostart(
        new StartedProgram("lull", "Lull", "", "lull", List.of(path, "tray")), new FakeKeys());
  }

  private final class FakeKeys implements UserKey {
    @Override
    public Optional<String> text(String path, String name) {
      return Optional.ofNullable((String) registry.get(path + "!" + name));
    }

    @Override
    public void setText(String path, String name, String value) {
      registry.put(path + "!" + name, value);
    }

    @Override
    public Optional<byte[]> bytes(String path, String name) {
      return Optional.ofNullable((byte[]) registry.get(path + "!" + name));
    }

    @Override
    public void delete(String path, String name) {
      registry.remove(path + "!" + name);
    }
  }

  @Test
  void isOffUntilItIsTurnedOnAndOffAgain() throws IOException {
    assertThat(autostart.state()).isEqualTo(State.OFF);
    autostart.enable();
    assertThat(autostart.state()).isEqualTo(State.ON);
    assertThat(registry)
        .containsEntry(
            "Software\\Microsoft\\Windows\\CurrentVersion\\Run!Lull",
            "\"C:\\Program Files\\Lull\\lull.exe\" tray");
    autostart.disable();
    assertThat(autostart.state()).isEqualTo(State.OFF);
    assertThat(registry).isEmpty();
  }

  @Test
  void whatTheUserTurnedOffInTheTaskManagerStaysSoUntilAsked() throws IOException {
    autostart.enable();
    registry.put(RunKeyAutostart.APPROVED + "!Lull", new byte[] {2, 0, 0, 0});
    assertThat(autostart.state()).isEqualTo(State.ON);
    registry.put(RunKeyAutostart.APPROVED + "!Lull", new byte[] {3, 0, 0, 0, 9});
    assertThat(autostart.state()).isEqualTo(State.TURNED_OFF);
    autostart.enable();
    assertThat(autostart.state()).isEqualTo(State.ON);
  }

  @Test
  void aCommandThatWindowsWouldNotStartIsRefused() {
    assertThatThrownBy(() -> of("C:\\" + "long\\".repeat(60) + "lull.exe").enable())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("shorter path");
    assertThat(registry).isEmpty();
  }
}
