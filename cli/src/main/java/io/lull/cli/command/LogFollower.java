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

/** Prints a job's log as it grows, until the job has ended or nobody reads it any more. */
final class LogFollower {
  /** A worker's node is not asked more often, whoever looks. */
  private static final Duration PAUSE = Duration.ofSeconds(1);

  /** How long it waits for a coordinator that has gone to be back. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** More than an agent ever sends of a worker's log. */
  private static final int MAX_BYTES = 32 << 20;

  private final CommandEnvironment surroundings;
  private final GridClient grid;
  private final String job;
  private final LogTail news = new LogTail();
  private final CountDownLatch never = new CountDownLatch(1);
  private boolean printed;
  private boolean heard;
  private boolean gone;
  private long heardNanos;

  LogFollower(CommandEnvironment surroundings, GridClient grid, String job) {
    this.surroundings = surroundings;
    this.grid = grid;
    this.job = job;
    this.heardNanos = surroundings.clock().nanos();
  }

  void run() throws IOException, InterruptedException {
    boolean over = false;
    while (!over) {
      try {
        over = look();
        heard = true;
        gone = false;
        heardNanos = surroundings.clock().nanos();
      } catch (ClientFailure e) {
        bear(e);
      }
      over = over || surroundings.out().checkError();
      if (!over) {
        final boolean _ = never.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
      }
    }
  }

  /** Whether that was the last of it: what is asked for after the end is all. */
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
      surroundings.out().println(line);
      printed = true;
    }
    surroundings.out().flush();
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

  /** Only one that was heard can be waited for to be back. */
  private void bear(ClientFailure failure) {
    final long silent = surroundings.clock().nanos() - heardNanos;
    if (!heard || failure.kind() != ClientFailure.Kind.UNREACHABLE || silent > PATIENCE.toNanos()) {
      throw failure;
    }
    if (!gone) {
      gone = true;
      surroundings.err().println("lull: " + failure.line() + "; waiting for it");
    }
  }
}
