package io.lull.agent.worker;

import io.lull.protocol.model.LogEnd;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stores a worker's standard error, up to a limit, and keeps the end of it. */
final class WorkerLog {
  private static final Logger LOG = LoggerFactory.getLogger(WorkerLog.class);

  static final long MAX_BYTES = 16L << 20;

  /** As much as a pipe holds. */
  static final int READ_BYTES = 64 << 10;

  /**
   * What Java says first of the vectors that workers are started with: no user has asked for it.
   */
  private static final byte[] PREFACE =
      "WARNING: Using incubator modules: jdk.incubator.vector\n"
          .getBytes(StandardCharsets.US_ASCII);

  private final Path file;
  private final long maxBytes;
  private final GuestPace pace;
  private final byte[] tail = new byte[LogEnd.MAX_BYTES];
  private OutputStream out = OutputStream.nullOutputStream();
  private long seen;
  private boolean writable = true;

  /**
   * @param pace of reading it
   */
  WorkerLog(Path file, GuestPace pace) {
    this(file, MAX_BYTES, pace);
  }

  WorkerLog(Path file, long maxBytes, GuestPace pace) {
    this.file = file;
    this.maxBytes = maxBytes;
    this.pace = pace;
  }

  /** Call this before there is a guest that could put something else in the file's place. */
  void open() throws IOException {
    out = Files.newOutputStream(file, StandardOpenOption.CREATE_NEW);
  }

  /** For a worker that was not started after all. */
  void close() {
    try {
      out.close();
    } catch (IOException e) {
      LOG.debug("cannot close the log {}: {}", file, e.getMessage());
    }
  }

  /** Returns at the stream's end. Reads even what exceeds the limit or finds no room. */
  void copy(InputStream in) {
    final byte[] buffer = new byte[READ_BYTES];
    try (in;
        OutputStream closing = out) {
      int begun = 0;
      int n = next(in, buffer);
      while (n >= 0 && begun < PREFACE.length) {
        final int matching = matching(buffer, n, begun);
        begun += matching;
        if (begun < PREFACE.length && matching < n) {
          take(closing, PREFACE, 0, begun);
          take(closing, buffer, matching, n);
          begun = PREFACE.length;
        } else {
          take(closing, buffer, matching, n);
        }
        n = next(in, buffer);
      }
      if (begun < PREFACE.length) {
        take(closing, PREFACE, 0, begun);
      }
      for (; n >= 0; n = next(in, buffer)) {
        take(closing, buffer, 0, n);
      }
    } catch (IOException e) {
      LOG.debug("the log {} ends: {}", file, e.getMessage());
    }
  }

  private int next(InputStream in, byte[] buffer) throws IOException {
    pace.await();
    return in.read(buffer);
  }

  /** How many bytes go on with the preface. */
  private static int matching(byte[] bytes, int count, int begun) {
    int matching = 0;
    while (matching < count
        && begun + matching < PREFACE.length
        && bytes[matching] == PREFACE[begun + matching]) {
      matching++;
    }
    return matching;
  }

  private void take(OutputStream to, byte[] bytes, int from, int until) {
    if (from < until) {
      final long before = remember(bytes, from, until);
      if (writable) {
        writable = write(to, bytes, from, until - from, before);
      }
    }
  }

  /**
   * The end of the log, at most {@link LogEnd#MAX_BYTES}: whole lines, or the end of a line that is
   * longer.
   */
  synchronized String tail() {
    final int length = (int) Math.min(seen, tail.length);
    final byte[] last = new byte[length];
    for (int i = 0; i < length; i++) {
      last[i] = tail[(int) ((seen - length + i) % tail.length)];
    }
    final String text = new String(last, StandardCharsets.UTF_8);
    if (seen <= tail.length) {
      return text;
    }
    final int firstEnd = text.indexOf('\n');
    final String whole = firstEnd < 0 ? "" : text.substring(firstEnd + 1);
    return whole.isBlank() ? LogEnd.ofLine(last) : whole;
  }

  private synchronized long remember(byte[] bytes, int from, int until) {
    final long before = seen;
    for (int i = from; i < until; i++) {
      tail[(int) (seen++ % tail.length)] = bytes[i];
    }
    return before;
  }

  private boolean write(OutputStream to, byte[] bytes, int from, int count, long before) {
    try {
      if (before + count <= maxBytes) {
        to.write(bytes, from, count);
        return true;
      }
      to.write(bytes, from, (int) Math.max(0, maxBytes - before));
      to.write(
          ("\nThe log ends here: it is longer than " + maxBytes + " bytes.\n")
              .getBytes(StandardCharsets.UTF_8));
      return false;
    } catch (IOException e) {
      LOG.warn("cannot write the log {} any more: {}", file, e.getMessage());
      return false;
    }
  }
}
