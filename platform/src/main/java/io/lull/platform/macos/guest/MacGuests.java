package io.lull.platform.macos.guest;

import io.lull.platform.guest.Guest;
import io.lull.platform.guest.GuestId;
import io.lull.platform.guest.GuestSpec;
import io.lull.platform.guest.GuestStarter;
import io.lull.platform.guest.Sandbox;
import io.lull.platform.macos.guest.MacCalls.Row;
import io.lull.platform.macos.guest.MacCalls.Spawned;
import io.lull.platform.macos.guest.MacCalls.State;
import io.lull.platform.process.Deadline;
import io.lull.platform.process.RunningGuests;
import io.lull.protocol.time.Clock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Guests as their own sessions, at the lowest priority, in the system's sandbox. A guest outlives
 * its agent until it notices the end, or until the next agent ends it.
 */
public final class MacGuests implements GuestStarter {
  private static final Duration KILL_AGAIN_AFTER = Duration.ofMillis(2);
  private static final String NICE = "/usr/bin/nice";
  private static final String TASK_POLICY = "/usr/sbin/taskpolicy";
  private static final long TRIED_WITHIN_SECONDS = 5;

  private final MacCalls calls;
  private final Clock clock;
  private final Predicate<String> isThere;
  private final Sandbox sandbox;
  private final RunningGuests running = new RunningGuests();

  public MacGuests(Clock clock) {
    this(
        new NativeMacCalls(),
        program -> Files.isExecutable(Path.of(program)),
        MacSandbox.probe(MacGuests::succeeds),
        clock);
  }

  /**
   * @param isThere whether the system has a program
   */
  MacGuests(MacCalls calls, Predicate<String> isThere, Sandbox sandbox, Clock clock) {
    this.calls = calls;
    this.isThere = isThere;
    this.sandbox = sandbox;
    this.clock = clock;
  }

  @Override
  public Guest start(GuestSpec spec) throws IOException {
    final Spawned spawned;
    try {
      spawned = calls.spawn(command(spec), spec.environment(), spec.directory());
    } catch (RuntimeException | LinkageError e) {
      throw new IOException("macOS did not start the guest: " + e.getMessage(), e);
    }
    final MacGuest guest =
        new MacGuest(
            GuestId.ofAnyBoot(spawned.pid(), spawned.startMicros()),
            spawned.streams(),
            spec.limits(),
            calls,
            clock);
    running.add(guest, () -> calls.awaitEnd(spawned.pid()));
    final Thread _ =
        Thread.ofPlatform()
            .daemon()
            .name("memory-" + spawned.pid())
            .start(guest::enforceMemoryLimit);
    return guest;
  }

  /** Each program before the guest's own lowers one priority and then executes the next. */
  List<String> command(GuestSpec spec) {
    final List<String> command = new ArrayList<>();
    if (isThere.test(NICE)) {
      command.addAll(List.of(NICE, "-n", "20"));
    }
    if (isThere.test(TASK_POLICY)) {
      command.addAll(List.of(TASK_POLICY, "-d", "throttle"));
    }
    command.addAll(spec.command());
    return command;
  }

  /** Processor time of all guests of this agent, including ended ones. */
  public double seconds() {
    return running.seconds();
  }

  @Override
  public String priority() {
    return "its own session, nice 20, throttled disk, background while held";
  }

  @Override
  public Sandbox sandbox() {
    return sandbox;
  }

  private static boolean succeeds(List<String> command) {
    try {
      final Process process =
          new ProcessBuilder(command)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (process.waitFor(TRIED_WITHIN_SECONDS, TimeUnit.SECONDS)) {
        return process.exitValue() == 0;
      }
      process.destroyForcibly();
      return false;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public boolean reap(GuestId id, Duration within) {
    return Deadline.in(within, clock)
        .retry(
            KILL_AGAIN_AFTER,
            () -> {
              final Set<Long> members = members(id);
              members.forEach(pid -> calls.signal(pid, MacCalls.SIGKILL));
              return members.isEmpty();
            });
  }

  /** Empty if another process has the guest's number by now. */
  private Set<Long> members(GuestId id) {
    final List<Row> rows = calls.processes();
    final boolean another =
        rows.stream()
            .anyMatch(row ->
                row.pid() == id.pid()
                    && row.state() != State.ENDED
                    && row.startMicros() != id.startTicks());
    return another ? Set.of() : new SessionMembers(id.pid()).of(rows);
  }
}
