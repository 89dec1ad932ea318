package io.lull.cli.command;

import io.lull.client.ClientFailure;
import io.lull.client.grid.GridClient;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Prints a job's log as it grows, until the job has ended or the reader is gone. */
final class LogFollower {
  /** A worker's node is not queried more often, for any number of readers. */
  private static final Duration PAUSE = Duration.ofSeconds(1);

  /** How long to wait for a lost coordinator to return. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** More than an agent ever sends of a worker's log. */
  private static final int MAX_BYTES = 32 << 20;

  private final CommandEnvironment environment;
  private final GridClient grid;
  private final String job;
  private final LogTail news = new LogTail();
  private final CountDownLatch never = new CountDownLatch(1);
  private boolean printed;
  private boolean heard;
  private boolean gone;
  private long heardNanos;

  LogFollower(CommandEnvironment environment, GridClient grid, String job) {
    this.environment = environment;
    this.grid = grid;
    this.job = job;
    this.heardNanos = environment.clock().nanos();
  }

  void run() throws IOException, InterruptedException {
    boolean over = false;
    while (!over) {
      try {
        over = look();
        heard = true;
        gone = false;
        heardNanos = environment.clock().nanos();
      } catch (ClientFailure e) {
        bear(e);
      }
      over = over || environment.out().checkError();
      if (!over) {
        final boolean _ = never.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
      }
    }
  }

  /** Whether this was the end: an answer after the job's end is complete. */
  private boolean look() throws IOException {
    final boolean ended = JobText.ended(grid.job(job));
    final String log;
    try {
      log = log();
    } catch (ClientFailure e) {
      if (e.kind() == ClientFailure.Kind.BAD_INPUT && (printed || !ended)) {
        return ended; // There is none yet, or no more.
      }
      throw e;
    }
    for (final String line : news.in(log)) {
      environment.out().println(line);
      printed = true;
    }
    environment.out().flush();
    return ended;
  }

  private String log() throws IOException {
    final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    grid.logs(
        job,
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
          }

          @Override
          public void write(byte[] from, int offset, int length) throws IOException {
            if (bytes.size() + length > MAX_BYTES) {
              throw new IOException("the log is too long to follow: lull logs " + job);
            }
            bytes.write(from, offset, length);
          }
        });
    return bytes.toString(StandardCharsets.UTF_8);
  }

  /** Only a coordinator that has answered before is waited for. */
  private void bear(ClientFailure failure) {
    final long silent = environment.clock().nanos() - heardNanos;
    if (!heard || failure.kind() != ClientFailure.Kind.UNREACHABLE || silent > PATIENCE.toNanos()) {
      throw failure;
    }
    if (!gone) {
      gone = true;
      environment.err().println("lull: " + failure.line() + "; waiting for it");
    }
  }
}
