package io.lull.cli.demo;

import java.io.IOException;

/** Clears up when the user breaks off the demonstration, as it would be at its end. */
final class Goodbye implements AutoCloseable {
  private final Thread hook;

  private Goodbye(Thread hook) {
    this.hook = hook;
  }

  static Goodbye on(DemoFolder folder, DemoGrid grid, Narrator narrator) {
    final Thread hook =
        new Thread(
            () -> {
              narrator.close();
              grid.close();
              try {
                folder.close();
              } catch (IOException e) {
                narrator.say("could not remove " + folder.path() + ": " + e.getMessage());
              }
            },
            "demo-goodbye");
    Runtime.getRuntime().addShutdownHook(hook);
    return new Goodbye(hook);
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // It is at work already.
    }
  }
}
