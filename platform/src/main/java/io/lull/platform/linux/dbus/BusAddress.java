package io.lull.platform.linux.dbus;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where a bus listens: a Unix domain socket.
 *
 * @param place its path, or its name in the kernel's abstract namespace
 */
public record BusAddress(String place, boolean inAbstractSpace) {
  private static final String SYSTEM = "unix:path=/run/dbus/system_bus_socket";

  /** The machine's bus. */
  public static BusAddress system(Map<String, String> environment) {
    final String named = environment.getOrDefault("DBUS_SYSTEM_BUS_ADDRESS", "");
    return parse(named.isEmpty() ? SYSTEM : named);
  }

  /** The bus of the present session; empty: none. */
  public static Optional<BusAddress> session(Map<String, String> environment) {
    final String named = environment.getOrDefault("DBUS_SESSION_BUS_ADDRESS", "");
    if (named.startsWith("disabled:") || named.startsWith("autolaunch:")) {
      return Optional.empty();
    }
    if (!named.isEmpty()) {
      return Optional.of(parse(named));
    }
    final String folder = environment.getOrDefault("XDG_RUNTIME_DIR", "");
    return Optional.of(folder)
        .filter(f -> !f.isEmpty())
        .map(f -> Path.of(f, "bus"))
        .filter(Files::exists)
        .map(socket -> new BusAddress(socket.toString(), false));
  }

  /**
   * The first address of a supported kind.
   *
   * @param text as in the variables of D-Bus: {@code unix:path=/run/user/1000/bus,guid=...}
   * @throws IllegalArgumentException with one line that names the error
   */
  public static BusAddress parse(String text) {
    return Stream.of(text.split(";"))
        .filter(one -> one.startsWith("unix:"))
        .flatMap(one -> Stream.of(one.substring("unix:".length()).split(",")))
        .flatMap(pair -> {
          if (pair.startsWith("path=/")) {
            return Stream.of(new BusAddress(unescape(pair.substring("path=".length())), false));
          }
          if (pair.startsWith("abstract=")) {
            return Stream.of(new BusAddress(unescape(pair.substring("abstract=".length())), true));
          }
          return Stream.empty();
        })
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "'"
                    + text
                    + "' names no bus that can be reached: it must be as"
                    + " unix:path=/run/user/1000/bus"));
  }

  private static String unescape(String value) {
    final List<Byte> bytes = new ArrayList<>();
    for (int i = 0; i < value.length(); i++) {
      final char c = value.charAt(i);
      if (c == '%' && i + 2 < value.length() && isHex(value, i + 1) && isHex(value, i + 2)) {
        bytes.add((byte) HexFormat.fromHexDigits(value, i + 1, i + 3));
        i += 2;
      } else {
        for (final byte b : String.valueOf(c).getBytes(StandardCharsets.UTF_8)) {
          bytes.add(b);
        }
      }
    }
    final byte[] plain = new byte[bytes.size()];
    for (int i = 0; i < plain.length; i++) {
      plain[i] = bytes.get(i);
    }
    return new String(plain, StandardCharsets.UTF_8);
  }

  private static boolean isHex(String value, int at) {
    return HexFormat.isHexDigit(value.charAt(at));
  }

  @Override
  public String toString() {
    return place;
  }
}
