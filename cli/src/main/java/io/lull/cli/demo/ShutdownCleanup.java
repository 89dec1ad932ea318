package io.lull.cli.demo;

import java.io.IOException;

/** Cleans up when the user interrupts the demonstration, as at its end. */
final class ShutdownCleanup implements AutoCloseable {
  private final Thread hook;

  private ShutdownCleanup(Thread hook) {
    this.hook = hook;
  }

  static ShutdownCleanup on(DemoFolder folder, DemoGrid grid, DemoReporter narrator) {
    final Thread hook =
        new Thread(
            () -> {
              narrator.close();
              grid.close();
              try {
                folder.close();
              } catch (IOException e) {
                narrator.say("cannot delete " + folder.path() + ": " + e.getMessage());
              }
            },
            "demo-goodbye");
    Runtime.getRuntime().addShutdownHook(hook);
    return new ShutdownCleanup(hook);
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The cleanup is running already.
    }
  }
}
