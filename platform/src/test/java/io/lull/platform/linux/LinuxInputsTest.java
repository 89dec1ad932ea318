package io.lull.platform.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.platform.input.InputSource;
import io.lull.platform.session.WatchedSession;
import io.lull.protocol.time.SystemClock;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LinuxInputsTest {
  private static LinuxInputs inputs(Map<String, String> environment) {
    return new LinuxInputs(environment, true, SystemClock.INSTANCE);
  }

  private static Optional<WatchedSession> session(Map<String, String> environment) {
    return LinuxInputs.session(environment, SystemClock.INSTANCE);
  }

  private static List<String> names(List<InputSource> sources) {
    return sources.stream().map(InputSource::name).toList();
  }

  @Test
  void aChoiceOfAnotherSystemIsRefusedWithThoseThatThereAre() {
    assertThatThrownBy(() -> inputs(Map.of()).open("windows"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "'windows' is no input of this system: choose auto, x11, wayland, logind, script:FILE"
                + " or none");
  }

  @ParameterizedTest
  @CsvSource({"x11, there is no X display", "wayland, there is no Wayland compositor"})
  void aDisplayThatIsNotThereCannotBeChosen(String choice, String why) {
    assertThatThrownBy(() -> inputs(Map.of()).open(choice))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(why);
  }

  @Test
  void theTypeOfTheSessionCountsNotTheDisplayOfAnXServerWithinIt(@TempDir Path folder) {
    final Map<String, String> environment =
        Map.of(
            "XDG_SESSION_TYPE", "wayland",
            "WAYLAND_DISPLAY", "wayland-0",
            "XDG_RUNTIME_DIR", folder.toString(),
            "DISPLAY", ":0");
    assertThat(session(environment))
        .hasValueSatisfying(found -> {
          assertThat(found.kind()).isEqualTo("wayland");
          assertThat(names(found.sources())).containsExactly("wayland wayland-0");
          assertThat(found.over()).isTrue();
        });
  }

  @Test
  void anXSessionIsWatchedForInputAndFullScreen() {
    assertThat(session(Map.of("XDG_SESSION_TYPE", "x11", "DISPLAY", ":0", "XDG_SESSION_ID", "3")))
        .hasValueSatisfying(found -> {
          assertThat(found.id()).isEqualTo("3");
          assertThat(names(found.sources())).containsExactly("x11 :0", "full screen of x11 :0");
        });
  }

  @Test
  void aDisplayThatWasChosenIsWatchedForAllThatASessionIsWatchedFor() {
    assertThat(
            names(
                inputs(
                        Map.of(
                            "DISPLAY", ":0",
                            "DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere"))
                    .open("x11")))
        .startsWith("x11 :0", "full screen of x11 :0")
        .hasSize(3);
  }

  @Test
  void withoutADisplayThereIsNoSession() {
    assertThat(session(Map.of("XDG_SESSION_TYPE", "tty"))).isEmpty();
    assertThat(session(Map.of("XDG_SESSION_TYPE", "x11"))).isEmpty();
  }

  @Test
  void byItselfItTakesTheKernelTheListOfSessionsAndItsOwnSession() {
    assertThat(
            names(
                inputs(
                        Map.of(
                            "DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nowhere",
                            "DISPLAY", ":0"))
                    .open("auto")))
        .containsExactly("kernel", "logind", "x11 :0", "full screen of x11 :0");
  }
}
