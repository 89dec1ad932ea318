package io.lull.reconfig.bag;

import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.Bag;
import io.lull.protocol.wire.Parameter;
import io.lull.protocol.wire.TaskEnded;
import io.lull.protocol.wire.TaskTry;
import io.lull.protocol.wire.Welcome;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Runs each task as an object of the job's class, on the thread that asks for it. */
final class ClassRunner implements TaskRunner {
  /** Of a task that threw something. */
  private static final int FAILED = 1;

  private final TaskClass type;
  private final OneTask.Shared shared;
  private final TaskFolder folder;
  private final Duration most;
  private final Clock clock;
  private final @Nullable ScheduledExecutorService alarms;
  private final Set<Run> running = ConcurrentHashMap.newKeySet();
  private volatile boolean over;

  /** One try, as long as the author's code runs. */
  private final class Run {
    private final TaskTry task;
    private final Consumer<TaskEnded> ended;
    private final Thread thread = Thread.currentThread();
    private boolean late;
    private boolean over;

    Run(TaskTry task, Consumer<TaskEnded> ended) {
      this.task = task;
      this.ended = ended;
    }

    /** Never what the thread does after this try. */
    synchronized void interrupt() {
      if (!over) {
        thread.interrupt();
      }
    }

    synchronized void tooLate() {
      late = !over;
      interrupt();
    }

    /** It was interrupted, and goes on all the same: what becomes of it is not waited for. */
    void runsOn() {
      if (end()) {
        ended.accept(
            TaskEnded.newBuilder()
                .setTask(task)
                .setExitCode(TOO_LONG)
                .setError(
                    TaskRunner.tooLong(most.toMillis())
                        + " and did not end when it was interrupted")
                .setRunsOn(true)
                .build());
      }
    }

    /** Whether it had not been over before. */
    synchronized boolean end() {
      final boolean first = !over;
      over = true;
      return first;
    }

    synchronized boolean wasLate() {
      return late;
    }
  }

  /**
   * @param lines one for each task; none: a task's index is its line
   */
  ClassRunner(Welcome welcome, TaskClass type, List<String> lines, TaskFolder folder, Clock clock) {
    final Bag bag = welcome.getBag();
    this.type = type;
    this.shared =
        new OneTask.Shared(
            welcome.getJob(), bag.getTasks(), lines, parameters(welcome), folder.inputs());
    this.folder = folder.withoutInputs();
    this.most = Duration.ofMillis(bag.getTaskMillis());
    this.clock = clock;
    this.alarms =
        most.isZero()
            ? null
            : Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("task time").factory());
  }

  private static Map<String, String> parameters(Welcome welcome) {
    final Map<String, String> parameters = new LinkedHashMap<>();
    for (final Parameter parameter : welcome.getParametersList()) {
      parameters.put(parameter.getName(), parameter.getValue());
    }
    return parameters;
  }

  @Override
  public void run(TaskTry task, Consumer<TaskEnded> ended) {
    if (!over) {
      final @Nullable TaskEnded end = result(task, ended);
      if (end != null) {
        ended.accept(end);
      }
    }
  }

  /** Null when that was told already, or the worker ends. */
  private @Nullable TaskEnded result(TaskTry task, Consumer<TaskEnded> ended) {
    final TaskEnded.Builder end = TaskEnded.newBuilder().setTask(task);
    try {
      final OneTask context = new OneTask(task, shared, folder);
      try {
        final Run run = new Run(task, ended);
        final long started = clock.nanos();
        final @Nullable Throwable failure = execute(context, run);
        final boolean inTime = run.end();
        // Files are closed to a thread that is still interrupted, and the next task is not meant.
        Thread.interrupted();
        if (!inTime || over) {
          return null;
        }
        end.setRunMicros(TimeUnit.NANOSECONDS.toMicros(clock.nanos() - started));
        if (run.wasLate()) {
          end.setExitCode(TOO_LONG).setError(TaskRunner.tooLong(most.toMillis()));
        } else if (failure != null) {
          end.setExitCode(FAILED).setError(TaskRunner.oneLine(failure.toString()));
        }
        if (failure != null) {
          context.lament(failure);
        }
        end.setHasOutputs(context.keep());
      } finally {
        context.clear();
      }
    } catch (IOException | IllegalArgumentException e) {
      if (end.getExitCode() == 0) {
        end.setExitCode(NOT_RUN);
      }
      end.setError(e.getMessage() == null ? e.toString() : e.getMessage());
    }
    return end.build();
  }

  /** What it threw; null when it came to its end. */
  private @Nullable Throwable execute(OneTask context, Run run) {
    final List<Future<?>> set = new ArrayList<>();
    running.add(run);
    try {
      if (alarms != null) {
        set.add(alarms.schedule(run::tooLate, most.toMillis(), TimeUnit.MILLISECONDS));
        set.add(
            alarms.schedule(run::runsOn, most.plus(ENDS_WITHIN).toMillis(), TimeUnit.MILLISECONDS));
      }
      if (!over) {
        type.make().run(context);
      }
      return null;
    } catch (Throwable e) {
      return e;
    } finally {
      set.forEach(alarm -> alarm.cancel(false));
      running.remove(run);
    }
  }

  @Override
  public void endAll() {
    over = true;
    running.forEach(Run::interrupt);
    if (alarms != null) {
      alarms.shutdownNow();
    }
  }
}
