package io.lull.platform.macos.guest;

import io.lull.platform.process.SpawnedProcess.Streams;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** A macOS with one guest, whose calls a test can look at. */
final class FakeMac implements MacCalls {
  static final long LEADER = 500;

  final Map<Long, Row> rows = new ConcurrentHashMap<>();
  final List<String> calls = new CopyOnWriteArrayList<>();
  final CountDownLatch end = new CountDownLatch(1);
  volatile long bytes = 1_000;
  volatile double seconds;

  void add(long pid, long parent, long session) {
    rows.put(pid, new Row(pid, parent, session, 77, State.RUNNING));
  }

  @Override
  public Spawned spawn(List<String> command, Map<String, String> environment, Path directory) {
    add(LEADER, 1, LEADER);
    return new Spawned(
        LEADER,
        77,
        new Streams(
            OutputStream.nullOutputStream(),
            InputStream.nullInputStream(),
            InputStream.nullInputStream()));
  }

  @Override
  public int awaitEnd(long pid) {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    rows.remove(pid);
    return 3;
  }

  @Override
  public List<Row> processes() {
    return List.copyOf(rows.values());
  }

  @Override
  public void signal(long pid, int signal) {
    calls.add(signal + " to " + pid);
    rows.computeIfPresent(
        pid,
        (_, row) ->
            switch (signal) {
              case SIGKILL -> null;
              case SIGSTOP -> with(row, State.STOPPED);
              default -> with(row, State.RUNNING);
            });
    if (pid == LEADER && signal == SIGKILL) {
      end.countDown();
    }
  }

  private static Row with(Row row, State state) {
    return new Row(row.pid(), row.parent(), row.session(), row.startMicros(), state);
  }

  @Override
  public void background(long pid, boolean on) {
    calls.add((on ? "background " : "foreground ") + pid);
  }

  @Override
  public Use use(long pid) {
    return new Use(seconds, bytes);
  }
}
