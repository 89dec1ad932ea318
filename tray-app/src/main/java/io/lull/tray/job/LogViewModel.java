package io.lull.tray.job;

import io.lull.client.ClientFailure;
import io.lull.protocol.model.LogEnd;
import io.lull.tray.grid.GridAccess;
import io.lull.tray.model.UiThread;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleBooleanProperty;

/**
 * The end of a job's log. While workers run it may grow at any time, and is fetched whenever the
 * job is updated; else when a worker has ended, which the job's configuration tells. The end is
 * kept, for reading in a window, while it is visible.
 */
public final class LogViewModel {
  /**
   * The end only, and everything there is of a running job: the complete log is among the results.
   */
  static final int LONGEST_BYTES = LogEnd.MAX_BYTES_OF_JOB;

  /** The stage of no job. */
  private static final String NEVER = "";

  private final GridAccess grid;
  private final String job;
  private final UiThread uiThread;
  private final ReadOnlyStringWrapper text = new ReadOnlyStringWrapper("");
  private final ReadOnlyStringWrapper problem = new ReadOnlyStringWrapper("");
  private final BooleanProperty following = new SimpleBooleanProperty(true);
  private String fetched = NEVER;
  private String wanted = NEVER;
  private boolean asking;
  private boolean inSight;

  LogViewModel(GridAccess grid, String job, UiThread uiThread) {
    this.grid = grid;
    this.job = job;
    this.uiThread = uiThread;
    following.subscribe(this::fetch);
  }

  /** A paused log is updated, too, when it becomes visible again. */
  void inSight(boolean now) {
    inSight = now;
    if (!now) {
      text.set("");
      problem.set("");
      fetched = NEVER;
    }
    fetch();
  }

  /**
   * @param stage of the job: in another one its log may be longer
   * @param growing it may grow within the same one
   */
  void at(String stage, boolean growing) {
    wanted = stage;
    if (growing) {
      fetched = NEVER;
    }
    fetch();
  }

  private void fetch() {
    final boolean still = !following.get() && !text.get().isEmpty();
    if (!inSight || asking || still || wanted.equals(fetched)) {
      return;
    }
    asking = true;
    final String stage = wanted;
    final CompletableFuture<String> answer =
        grid.ask(client -> {
          final Tail tail = new Tail();
          try {
            client.logs(job, tail);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
          return tail.text();
        });
    uiThread.answer(
        answer,
        now -> {
          if (inSight) {
            problem.set("");
            if (!now.equals(text.get())) {
              text.set(now);
            }
          }
          fetchedAt(stage);
        },
        failure -> {
          if (inSight && text.get().isEmpty()) {
            problem.set(ClientFailure.lineOf(failure));
          }
          fetchedAt(stage);
        });
  }

  private void fetchedAt(String stage) {
    asking = false;
    fetched = inSight ? stage : NEVER;
    fetch();
  }

  /** The end of the log, in bytes. */
  static final class Tail extends OutputStream {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private byte[] before = new byte[0];

    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] from, int offset, int length) {
      bytes.write(from, offset, length);
      if (bytes.size() > LONGEST_BYTES) {
        before = bytes.toByteArray();
        bytes.reset();
      }
    }

    String text() {
      final ByteArrayOutputStream all = new ByteArrayOutputStream();
      all.writeBytes(before);
      all.writeBytes(bytes.toByteArray());
      final byte[] whole = all.toByteArray();
      final int from = Math.max(0, whole.length - LONGEST_BYTES);
      final String text = new String(whole, from, whole.length - from, StandardCharsets.UTF_8);
      // From the first whole line.
      return from == 0 ? text : text.substring(text.indexOf('\n') + 1);
    }
  }

  public ReadOnlyStringProperty textProperty() {
    return text.getReadOnlyProperty();
  }

  /** Why there is none; empty: there is one. */
  public ReadOnlyStringProperty problemProperty() {
    return problem.getReadOnlyProperty();
  }

  /** Whether it scrolls to its end when it grows. */
  public BooleanProperty followingProperty() {
    return following;
  }
}
