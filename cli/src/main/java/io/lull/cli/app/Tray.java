package io.lull.cli.app;

import java.util.stream.Stream;

/** {@code lull tray} as a main class, for systems whose packages start programs by class. */
public final class Tray {
  private Tray() {}

  public static void main(String[] arguments) {
    Lull.main(Stream.concat(Stream.of("tray"), Stream.of(arguments)).toArray(String[]::new));
  }
}
