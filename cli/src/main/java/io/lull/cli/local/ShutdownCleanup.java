package io.lull.cli.local;

import java.io.IOException;

/** Cleans up when the user interrupts the command, as at its end. */
public final class ShutdownCleanup implements AutoCloseable {
  private final Thread hook;

  private ShutdownCleanup(Thread hook) {
    this.hook = hook;
  }

  public static ShutdownCleanup on(LocalFolder folder, LocalGrid grid, GridReporter narrator) {
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
            "local-grid-cleanup");
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
