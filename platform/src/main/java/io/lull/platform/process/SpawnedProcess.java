package io.lull.platform.process;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A process that was started by native calls, since Java lacks what it needed. */
public final class SpawnedProcess extends Process {
  private final long pid;
  private final Streams streams;
  private final CompletableFuture<Integer> exit;
  private final Runnable kill;

  /**
   * @param input to the process; the others are from it
   */
  public record Streams(OutputStream input, InputStream output, InputStream error) {}

  /**
   * @param exit completed by the caller, with the exit code
   * @param kill ends it by force, if it has not ended
   */
  public SpawnedProcess(long pid, Streams streams, CompletableFuture<Integer> exit, Runnable kill) {
    this.pid = pid;
    this.streams = streams;
    this.exit = exit;
    this.kill = kill;
  }

  @Override
  public long pid() {
    return pid;
  }

  @Override
  public OutputStream getOutputStream() {
    return streams.input();
  }

  @Override
  public InputStream getInputStream() {
    return streams.output();
  }

  @Override
  public InputStream getErrorStream() {
    return streams.error();
  }

  @Override
  public CompletableFuture<Process> onExit() {
    return exit.thenApply(_ -> this);
  }

  @Override
  public int waitFor() throws InterruptedException {
    try {
      return exit.get();
    } catch (ExecutionException e) {
      throw new CompletionException(e.getCause());
    }
  }

  @Override
  public boolean waitFor(long timeout, TimeUnit unit) throws InterruptedException {
    try {
      exit.get(timeout, unit);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new CompletionException(e.getCause());
    }
  }

  @Override
  public int exitValue() {
    if (!exit.isDone()) {
      throw new IllegalThreadStateException("process " + pid + " has not ended");
    }
    return exit.join();
  }

  @Override
  public boolean isAlive() {
    return !exit.isDone();
  }

  @Override
  public void destroy() {
    kill.run();
  }

  @Override
  public Process destroyForcibly() {
    kill.run();
    return this;
  }
}
