package io.lull.reconfig.bag;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.protocol.time.SystemClock;
import io.lull.protocol.wire.Bag;
import io.lull.protocol.wire.Deal;
import io.lull.protocol.wire.Parameter;
import io.lull.protocol.wire.TaskEnded;
import io.lull.protocol.wire.TaskTry;
import io.lull.protocol.wire.Welcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tasks as processes of this machine, with the commands of a Unix system. */
@Timeout(120)
final class BagModelTest {
  @TempDir Path root;
  private final BlockingQueue<TaskEnded> ends = new LinkedBlockingQueue<>();

  private BagModel worker(Bag bag) throws IOException {
    final TaskFolder folder = TaskFolder.open(root);
    final Welcome welcome =
        Welcome.newBuilder()
            .setJob("J7")
            .setBag(bag)
            .addParameters(Parameter.newBuilder().setName("SCENE").setValue("a b"))
            .addParameters(Parameter.newBuilder().setName("LULL_JOB").setValue("J8"))
            .build();
    return new BagModel(
        new CommandRunner(
            welcome, TaskCommand.of(bag, folder), folder, Optional.empty(), SystemClock.INSTANCE),
        2,
        report -> {
          if (report.hasTaskEnded()) {
            ends.add(report.getTaskEnded());
          }
          ends.addAll(report.getTasksEnded().getTasksList());
        });
  }

  private static Bag bag(int tasks, String... command) {
    return Bag.newBuilder().addAllCommand(List.of(command)).setTasks(tasks).build();
  }

  private static Deal deal(int... tasks) {
    final Deal.Builder deal = Deal.newBuilder();
    for (final int task : tasks) {
      deal.addTasks(TaskTry.newBuilder().setTask(task));
    }
    return deal.build();
  }

  private TaskEnded next() throws InterruptedException {
    return Objects.requireNonNull(ends.poll(60, TimeUnit.SECONDS), "a task ended");
  }

  private List<String> outputs() throws IOException {
    try (Stream<Path> files = Files.list(root.resolve("outputs"))) {
      return files
          .filter(file -> !file.equals(TaskFolder.tasks(root)))
          .map(file -> file.getFileName().toString())
          .sorted()
          .toList();
    }
  }

  @Test
  void whatATaskPrintsAndWritesAreItsOutputs() throws Exception {
    Files.createDirectories(root.resolve("inputs"));
    Files.writeString(root.resolve("inputs/scene.txt"), "scene");
    Files.writeString(root.resolve("lines.txt"), "red\ngreen blue\n");
    final Bag bag =
        bag(2, "sh", "-c", "cat scene.txt > copy; echo \"$0 $LULL_INDEX of $LULL_TASKS\"", "{}")
            .toBuilder()
            .setLines(io.lull.protocol.wire.Blob.newBuilder().setName("lines"))
            .build();
    try (BagModel worker = worker(bag)) {
      worker.deal(deal(0, 1));
      assertThat(next().getError()).isEmpty();
      assertThat(next().getHasOutputs()).isTrue();
      assertThat(outputs()).containsExactly("0.copy", "0.stdout", "1.copy", "1.stdout");
      assertThat(root.resolve("outputs/1.stdout")).hasContent("green blue 1 of 2\n");
      assertThat(root.resolve("outputs/0.copy")).hasContent("scene");
      assertThat(TaskFolder.tasks(root)).isEmptyDirectory();
    }
  }

  @Test
  void aCommandHasItsJobsVariablesAndNobodyReplacesLulls() throws Exception {
    try (BagModel worker = worker(bag(1, "sh", "-c", "echo \"$SCENE of $LULL_JOB\""))) {
      worker.deal(deal(0));
      assertThat(next().getError()).isEmpty();
      assertThat(root.resolve("outputs/0.stdout")).hasContent("a b of J7\n");
    }
  }

  @Test
  void anInputCanBeTheProgram() throws Exception {
    Files.createDirectories(root.resolve("inputs"));
    final Path program = root.resolve("inputs/render.sh");
    Files.writeString(program, "#!/bin/sh\necho frame $1\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    try (BagModel worker = worker(bag(1, "render.sh", "{}"))) {
      worker.deal(deal(0));
      assertThat(next().getExitCode()).isZero();
      assertThat(root.resolve("outputs/0.stdout")).hasContent("frame 0\n");
    }
  }

  @Test
  void aTaskThatFailsSaysWhyInItsLastWords() throws Exception {
    try (BagModel worker = worker(bag(1, "sh", "-c", "echo no such frame >&2; exit 3"))) {
      worker.deal(deal(0));
      final TaskEnded end = next();
      assertThat(end.getExitCode()).isEqualTo(3);
      assertThat(end.getError()).isEqualTo("exit code 3: no such frame");
      assertThat(end.getHasOutputs()).isTrue();
    }
  }

  @Test
  void aProgramThatIsNotHereCannotBeRun() throws Exception {
    try (BagModel worker = worker(bag(1, "no-such-program-here"))) {
      worker.deal(deal(0));
      final TaskEnded end = next();
      assertThat(end.getExitCode()).isNegative();
      assertThat(end.getError())
          .isEqualTo(
              "the program 'no-such-program-here' cannot be run: it is not installed there, and not"
                  + " among the job's inputs (--input)");
    }
  }

  @Test
  void anInputThatIsNoProgramIsNamedAsItsUserNamedIt() throws Exception {
    Files.createDirectories(root.resolve("inputs"));
    Files.writeString(root.resolve("inputs/notes.txt"), "no program");
    try (BagModel worker = worker(bag(1, "notes.txt"))) {
      worker.deal(deal(0));
      assertThat(next().getError())
          .isEqualTo("the program 'notes.txt' cannot be run: it is not a file that may be run");
    }
  }

  @Test
  void aTaskThatTakesTooLongIsEndedWithAllThatItStarted() throws Exception {
    final Bag bag =
        bag(1, "sh", "-c", "sleep 1000 & echo $! > child; wait").toBuilder()
            .setTaskMillis(300)
            .build();
    try (BagModel worker = worker(bag)) {
      worker.deal(deal(0));
      final TaskEnded end = next();
      assertThat(end.getExitCode()).isEqualTo(124);
      assertThat(end.getError()).startsWith("ran longer than");
      awaitGone(Long.parseLong(Files.readString(root.resolve("outputs/0.child")).strip()));
    }
  }

  @Test
  void aTaskMayLeaveAHundredFilesAndNoMore() throws Exception {
    try (BagModel worker =
        worker(
            bag(
                2,
                "sh",
                "-c",
                "i=0; while [ $i -lt $((100 + $0)) ]; do : > f$i; i=$((i+1)); done",
                "{}"))) {
      worker.deal(deal(0));
      assertThat(next().getError()).isEmpty();
      assertThat(outputs()).hasSize(TaskFolder.MAX_FILES);
      worker.deal(deal(1));
      final TaskEnded end = next();
      assertThat(end.getExitCode()).isNegative();
      assertThat(end.getError()).isEqualTo("it wrote more than 100 files");
      assertThat(outputs()).as("none of it is kept").hasSize(TaskFolder.MAX_FILES);
    }
  }

  @Test
  void aDealOfMoreThanAWorkerIsEverToHaveIsRefused() throws Exception {
    try (BagModel worker = worker(bag(2000, "true"))) {
      assertThatThrownBy(
              () -> worker.deal(deal(IntStream.rangeClosed(0, BagModel.MAX_DEALT).toArray())))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("dealt 1025 tasks at once");
      assertThat(ends).isEmpty();
    }
  }

  @Test
  void aDealThatComesTwiceRunsOnce() throws Exception {
    try (BagModel worker = worker(bag(3, "true"))) {
      worker.deal(deal(0, 1));
      worker.deal(deal(0, 1, 2));
      final List<Integer> tasks = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        tasks.add(next().getTask().getTask());
      }
      assertThat(tasks).containsExactlyInAnyOrder(0, 1, 2);
      assertThat(ends.poll(200, TimeUnit.MILLISECONDS)).isNull();
    }
  }

  @Test
  void aWorkerThatEndsEndsItsTasksAndTellsNothingOfThem() throws Exception {
    final Path child = root.resolve("child");
    final long pid;
    try (BagModel worker =
        worker(
            bag(
                1,
                "sh",
                "-c",
                "echo $$ > " + child + ".new; mv " + child + ".new " + child + "; sleep 1000"))) {
      worker.deal(deal(0));
      await(() -> Files.exists(child));
      pid = Long.parseLong(Files.readString(child).strip());
    }
    awaitGone(pid);
    assertThat(ends).isEmpty();
  }

  private static void awaitGone(long pid) throws InterruptedException {
    await(() -> ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty());
  }

  private static void await(java.util.function.BooleanSupplier condition)
      throws InterruptedException {
    final long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      assertThat(new CountDownLatch(1).await(5, TimeUnit.MILLISECONDS)).isFalse();
    }
  }
}
