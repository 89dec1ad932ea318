package io.lull.platform.linux.dbus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BusAddressTest {
  @Test
  void pathsAndAbstractNamesAreUnderstood() {
    assertThat(BusAddress.parse("unix:path=/run/user/1000/bus,guid=0123"))
        .isEqualTo(new BusAddress("/run/user/1000/bus", false));
    assertThat(BusAddress.parse("unix:abstract=/tmp/dbus-xy%2c1,guid=0123"))
        .isEqualTo(new BusAddress("/tmp/dbus-xy,1", true));
    assertThat(BusAddress.parse("tcp:host=localhost,port=1;unix:path=/a%20b"))
        .isEqualTo(new BusAddress("/a b", false));
    assertThat(BusAddress.parse("unix:path=/100%")).isEqualTo(new BusAddress("/100%", false));
  }

  @Test
  void whatCannotBeReachedIsRefusedInOneLine() {
    for (final String text : new String[] {"", "tcp:host=a", "unix:", "unix:dir=/tmp", "junk"}) {
      assertThatThrownBy(() -> BusAddress.parse(text))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("it must be as unix:path=")
          .message()
          .doesNotContain("\n");
    }
  }

  @Test
  void theSessionsBusIsTheOneNamedElseTheUsers(@TempDir Path folder) throws IOException {
    assertThat(BusAddress.session(Map.of())).isEmpty();
    assertThat(BusAddress.session(Map.of("DBUS_SESSION_BUS_ADDRESS", "disabled:"))).isEmpty();
    final Map<String, String> runtime = Map.of("XDG_RUNTIME_DIR", folder.toString());
    assertThat(BusAddress.session(runtime)).isEmpty();
    Files.createFile(folder.resolve("bus"));
    assertThat(BusAddress.session(runtime))
        .contains(new BusAddress(folder.resolve("bus").toString(), false));
    assertThat(
            BusAddress.session(
                Map.of(
                    "XDG_RUNTIME_DIR",
                    folder.toString(),
                    "DBUS_SESSION_BUS_ADDRESS",
                    "unix:path=/x")))
        .contains(new BusAddress("/x", false));
  }

  @Test
  void theSystemsBusIsWhereEverySystemHasIt() {
    assertThat(BusAddress.system(Map.of()))
        .isEqualTo(new BusAddress("/run/dbus/system_bus_socket", false));
  }
}
