package io.lull.platform.windows.watcher;

import io.lull.platform.windows.system.WindowsError;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Windows' sessions, where programs live and die as a test says. */
final class FakeProcesses implements SessionProcesses {
  final List<String> log = new ArrayList<>();
  final Map<Integer, Program> living = new ConcurrentHashMap<>();
  volatile boolean refuses;

  final class Program implements Running {
    private final int session;
    volatile boolean died;

    Program(int session) {
      this.session = session;
    }

    @Override
    public boolean ended() {
      return died;
    }

    @Override
    public void end() {
      log("end " + session);
      living.remove(session, this);
    }
  }

  private synchronized void log(String what) {
    log.add(what);
  }

  synchronized List<String> taken() {
    final List<String> taken = List.copyOf(log);
    log.clear();
    return taken;
  }

  @Override
  public Running start(int session) {
    log("start " + session);
    if (refuses) {
      throw new WindowsError("WTSQueryUserToken failed with error 1314: a privilege is not held");
    }
    final Program program = new Program(session);
    living.put(session, program);
    return program;
  }

  @Override
  public void close() {
    log("close");
  }
}
