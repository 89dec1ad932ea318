package io.lull.platform.guest;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;

/** The standard streams and the exit code of a guest's first process. */
public final class GuestPipes {
  private final Process process;
  private final CompletableFuture<Integer> exit;

  public GuestPipes(Process process) {
    this.process = process;
    this.exit = process.onExit().thenApply(Process::exitValue);
  }

  /** To its standard input. */
  public OutputStream orders() {
    return process.getOutputStream();
  }

  /** From its standard output. */
  public InputStream reports() {
    return process.getInputStream();
  }

  /** From its standard error. */
  public InputStream log() {
    return process.getErrorStream();
  }

  /**
   * The exit code of its first process, once that has ended: 128 plus the signal's number if a
   * signal ended it.
   */
  public CompletableFuture<Integer> exit() {
    return exit.copy();
  }
}
