package io.lull.platform.linux;

import io.lull.platform.process.Deadline;
import io.lull.protocol.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Applies to a whole guest what the system does to one process or thread at a time. */
final class GuestSignals {
  private static final Duration STOPPED_WITHIN = Duration.ofSeconds(1);
  private static final long LOOK_AGAIN_NANOS = 200_000;
  private static final Duration KILL_AGAIN_AFTER = Duration.ofMillis(2);
  private static final int LOWEST_NICE = 19;

  private final ProcFiles proc;
  private final GuestMembers members;
  private final Clock clock;

  GuestSignals(ProcFiles proc, GuestMembers members, Clock clock) {
    this.proc = proc;
    this.members = members;
    this.clock = clock;
  }

  synchronized void hold() {
    final CLibrary.Priority priority = new CLibrary.Priority();
    for (final ProcStat process : members.quick()) {
      for (final long thread : proc.threads(process.pid())) {
        CLibrary.C.setpriority(CLibrary.PRIO_PROCESS, (int) thread, LOWEST_NICE);
        CLibrary.C.sched_setscheduler((int) thread, CLibrary.SCHED_IDLE, priority);
      }
    }
  }

  /**
   * Each thread is sent the signal: one sent to the process waits until a particular thread runs. A
   * thread with the signal pending executes no further instruction of its program, though on a busy
   * machine it may take long until it is reported as stopped. Processes and threads that start
   * meanwhile escape one pass; a pass that finds nothing new and nothing running is the last.
   */
  synchronized boolean suspend() {
    final Deadline deadline = Deadline.in(STOPPED_WITHIN, clock);
    stop(members.quick());
    Set<Long> before = Set.of();
    while (true) {
      final List<ProcStat> found = living(members.all());
      stop(found);
      final Set<Long> now = found.stream().map(ProcStat::pid).collect(Collectors.toSet());
      if (now.equals(before) && found.stream().allMatch(this::still)) {
        return true;
      }
      before = now;
      if (deadline.passed()) {
        return false;
      }
      LockSupport.parkNanos(LOOK_AGAIN_NANOS);
    }
  }

  private void stop(List<ProcStat> found) {
    for (final ProcStat process : found) {
      for (final long thread : proc.threads(process.pid())) {
        CLibrary.C.tgkill((int) process.pid(), (int) thread, CLibrary.SIGSTOP);
      }
    }
  }

  private boolean still(ProcStat process) {
    return proc.threads(process.pid()).stream()
        .map(thread -> process.pid() + "/task/" + thread)
        .allMatch(thread ->
            proc.text(thread + "/stat")
                    .flatMap(ProcStat::parse)
                    .map(stat -> stat.stopped() || stat.ended())
                    .orElse(true)
                || proc.text(thread + "/status")
                    .map(status -> PendingSignals.in(status, CLibrary.SIGSTOP))
                    .orElse(true));
  }

  synchronized void resume() {
    for (final ProcStat process : members.all()) {
      CLibrary.C.kill((int) process.pid(), CLibrary.SIGCONT);
    }
  }

  synchronized boolean kill(Duration within) {
    return kill(within, _ -> true);
  }

  /**
   * @param only processes that match are killed
   */
  synchronized boolean kill(Duration within, Predicate<ProcStat> only) {
    // By pid, its start: a process that is hurried may match no more, and is still to be awaited.
    final Map<Long, Long> killed = new HashMap<>();
    return Deadline.in(within, clock)
        .retry(
            KILL_AGAIN_AFTER,
            () -> {
              final List<ProcStat> found =
                  living(members.all()).stream()
                      .filter(process ->
                          Objects.equals(killed.get(process.pid()), process.startTicks())
                              || only.test(process))
                      .toList();
              for (final ProcStat process : found) {
                killed.put(process.pid(), process.startTicks());
                CLibrary.C.kill((int) process.pid(), CLibrary.SIGKILL);
                hurry(process);
              }
              return found.isEmpty();
            });
  }

  /**
   * A killed process executes no instruction of its program, but it needs the processor to free its
   * memory. If the system refuses to raise its priority, it stays as it is.
   */
  private void hurry(ProcStat process) {
    proc.write(process.pid() + "/autogroup", "0");
    final CLibrary.Priority priority = new CLibrary.Priority();
    for (final long thread : proc.threads(process.pid())) {
      CLibrary.C.sched_setscheduler((int) thread, CLibrary.SCHED_OTHER, priority);
      CLibrary.C.setpriority(CLibrary.PRIO_PROCESS, (int) thread, 0);
    }
  }

  synchronized long residentBytes() {
    final long page = CLibrary.C.sysconf(CLibrary.SC_PAGESIZE);
    return members.quick().stream()
        .mapToLong(process ->
            proc.text(process.pid() + "/statm")
                .map(text -> Long.parseLong(text.split(" ")[1]) * page)
                .orElse(0L))
        .sum();
  }

  private static List<ProcStat> living(List<ProcStat> found) {
    return found.stream().filter(stat -> !stat.ended()).toList();
  }
}
