package io.lull.reconfig.bag;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.protocol.time.SystemClock;
import io.lull.protocol.wire.Bag;
import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.Deal;
import io.lull.protocol.wire.Parameter;
import io.lull.protocol.wire.TaskEnded;
import io.lull.protocol.wire.TaskTry;
import io.lull.protocol.wire.Welcome;
import io.lull.reconfig.BadInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tasks as objects of a class, in this process. */
@Timeout(120)
final class ClassTasksTest {
  private static final CountDownLatch NEVER = new CountDownLatch(1);

  @TempDir Path root;
  private final BlockingQueue<TaskEnded> ends = new LinkedBlockingQueue<>();

  private BagModel worker(Class<?> type, Bag bag) throws IOException, ReflectiveOperationException {
    final TaskFolder folder = TaskFolder.open(root);
    final Welcome welcome =
        Welcome.newBuilder()
            .setJob("J7")
            .setBag(bag)
            .addParameters(Parameter.newBuilder().setName("depth").setValue("3"))
            .build();
    return new BagModel(
        new ClassRunner(
            welcome,
            TaskClass.of(type.getName()),
            TaskCommand.lines(bag, folder),
            folder,
            SystemClock.INSTANCE),
        2,
        report -> {
          if (report.hasTaskEnded()) {
            ends.add(report.getTaskEnded());
          }
          ends.addAll(report.getTasksEnded().getTasksList());
        });
  }

  private static Bag bag(int tasks) {
    return Bag.newBuilder().setTasks(tasks).build();
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

  /** Uses all that a task is given. */
  public static final class Thorough implements BagTask {
    @Override
    public void run(TaskContext task) throws IOException {
      final long depth = task.parameters().integer("depth", 0, 0, 9);
      task.out()
          .printf(
              "%s %d of %d: %s, %d%n", task.job(), task.index(), task.tasks(), task.line(), depth);
      Files.writeString(
          task.outputs().resolve("scene.txt"), Files.readString(task.input("scene.txt")) + "!");
    }
  }

  @Test
  void whatATaskPrintsAndWritesAreItsOutputs() throws Exception {
    Files.createDirectories(root.resolve("inputs"));
    Files.writeString(root.resolve("inputs/scene.txt"), "scene");
    Files.writeString(root.resolve("lines.txt"), "red\ngreen blue\n");
    final Bag bag = bag(2).toBuilder().setLines(Blob.newBuilder().setName("lines")).build();
    try (BagModel worker = worker(Thorough.class, bag)) {
      worker.deal(deal(0, 1));
      assertThat(next().getError()).isEmpty();
      assertThat(next().getHasOutputs()).isTrue();
      assertThat(outputs()).containsExactly("0.scene.txt", "0.stdout", "1.scene.txt", "1.stdout");
      assertThat(root.resolve("outputs/1.stdout")).hasContent("J7 1 of 2: green blue, 3\n");
      assertThat(root.resolve("outputs/0.scene.txt")).hasContent("scene!");
      assertThat(TaskFolder.tasks(root)).isEmptyDirectory();
    }
  }

  /** Does nothing, and is seen doing it. */
  public static final class Nothing implements BagTask {
    static final AtomicInteger RUNS = new AtomicInteger();

    @Override
    public void run(TaskContext task) {
      RUNS.incrementAndGet();
    }
  }

  @Test
  void aTaskThatWritesNothingLeavesNothing() throws Exception {
    final int before = Nothing.RUNS.get();
    try (BagModel worker = worker(Nothing.class, bag(1000))) {
      worker.deal(deal(IntStream.range(0, 1000).toArray()));
      worker.deal(deal(IntStream.range(0, 1000).toArray()));
      final Set<Integer> ended = new HashSet<>();
      while (ended.size() < 1000) {
        final TaskEnded end = next();
        assertThat(end.getExitCode()).isZero();
        assertThat(end.getHasOutputs()).isFalse();
        assertThat(ended.add(end.getTask().getTask())).as("each is told once").isTrue();
      }
      assertThat(Nothing.RUNS.get() - before).isEqualTo(1000);
      assertThat(outputs()).isEmpty();
      assertThat(TaskFolder.tasks(root)).isEmptyDirectory();
    }
  }

  /** Fails. */
  public static final class Failing implements BagTask {
    @Override
    public void run(TaskContext task) {
      task.out().print("so far");
      throw new IllegalStateException("no such\nframe");
    }
  }

  @Test
  void whatATaskThrowsIsToldInALineAndKeptWhole() throws Exception {
    try (BagModel worker = worker(Failing.class, bag(1))) {
      worker.deal(deal(0));
      final TaskEnded end = next();
      assertThat(end.getExitCode()).isEqualTo(1);
      assertThat(end.getError()).isEqualTo("java.lang.IllegalStateException: no such frame");
      assertThat(outputs()).containsExactly("0.stderr", "0.stdout");
      assertThat(root.resolve("outputs/0.stdout")).hasContent("so far");
      assertThat(root.resolve("outputs/0.stderr"))
          .content()
          .startsWith("java.lang.IllegalStateException: no such")
          .contains("at io.lull.reconfig.bag.ClassTasksTest$Failing.run(");
    }
  }

  @Test
  void anOutputOfATryBeforeIsNotKept() throws Exception {
    try (BagModel worker = worker(Nothing.class, bag(1))) {
      Files.writeString(root.resolve("outputs/0.stderr"), "of a try before");
      worker.deal(
          Deal.newBuilder().addTasks(TaskTry.newBuilder().setTask(0).setAttempt(1)).build());
      assertThat(next().getHasOutputs()).isFalse();
      assertThat(outputs()).isEmpty();
    }
  }

  /** Waits for ever, but can be interrupted. */
  public static final class Waiting implements BagTask {
    @Override
    public void run(TaskContext task) throws InterruptedException {
      if (task.index() == 0) {
        NEVER.await();
      }
    }
  }

  @Test
  void aTaskThatTakesTooLongIsInterruptedAndTheNextOnesAreNot() throws Exception {
    final Bag bag = bag(400).toBuilder().setTaskMillis(200).build();
    try (BagModel worker = worker(Waiting.class, bag)) {
      worker.deal(deal(IntStream.range(0, 400).toArray()));
      for (int i = 0; i < 400; i++) {
        final TaskEnded end = next();
        if (end.getTask().getTask() == 0) {
          assertThat(end.getExitCode()).isEqualTo(124);
          assertThat(end.getError()).isEqualTo("ran longer than 0 s");
          assertThat(end.getRunsOn()).isFalse();
        } else {
          assertThat(end.getExitCode()).isZero();
        }
      }
    }
  }

  /** Lets nobody interrupt it, until it is told that it may end. */
  public static final class Stubborn implements BagTask {
    static final CountDownLatch MAY_END = new CountDownLatch(1);

    @Override
    public void run(TaskContext task) {
      while (task.index() == 0 && MAY_END.getCount() > 0) {
        try {
          MAY_END.await();
        } catch (InterruptedException e) {
          task.out().println("no");
        }
      }
    }
  }

  @Test
  void aTaskThatCannotBeInterruptedIsToldToRunOn() throws Exception {
    final Bag bag = bag(2).toBuilder().setTaskMillis(100).build();
    try (BagModel worker = worker(Stubborn.class, bag)) {
      worker.deal(deal(0));
      final TaskEnded end = next();
      assertThat(end.getRunsOn()).isTrue();
      assertThat(end.getExitCode()).isEqualTo(124);
      assertThat(end.getHasOutputs()).isFalse();
      assertThat(end.getError()).endsWith("and did not end when it was interrupted");
      Stubborn.MAY_END.countDown();
      worker.deal(deal(1));
      assertThat(next().getTask().getTask()).as("its end is not told once more").isEqualTo(1);
      assertThat(outputs()).isEmpty();
    }
  }

  /** Leaves as many files as its index says. */
  public static final class Prolific implements BagTask {
    @Override
    public void run(TaskContext task) throws IOException {
      for (int i = 0; i < task.index(); i++) {
        Files.createFile(task.outputs().resolve("f" + i));
      }
    }
  }

  @Test
  void aTaskMayLeaveAHundredFilesAndNoMore() throws Exception {
    try (BagModel worker = worker(Prolific.class, bag(200))) {
      worker.deal(deal(100));
      assertThat(next().getHasOutputs()).isTrue();
      worker.deal(deal(101));
      final TaskEnded end = next();
      assertThat(end.getExitCode()).isNegative();
      assertThat(end.getError()).isEqualTo("it wrote more than 100 files");
      assertThat(outputs()).as("none of it is kept").hasSize(100);
    }
  }

  /** Keeps what it was given for later. */
  public static final class Late implements BagTask {
    static final BlockingQueue<TaskContext> KEPT = new LinkedBlockingQueue<>();

    @Override
    public void run(TaskContext task) {
      KEPT.add(task);
    }
  }

  @Test
  void afterItsEndATaskWritesNothing() throws Exception {
    try (BagModel worker = worker(Late.class, bag(1))) {
      worker.deal(deal(0));
      assertThat(next().getExitCode()).isZero();
      final TaskContext late = Late.KEPT.take();
      late.out().print("late");
      assertThat(late.out().checkError()).isTrue();
      assertThatThrownBy(late::outputs).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(() -> late.input("x"))
          .isInstanceOf(BadInput.class)
          .hasMessage("there is no input 'x': give it by --input x");
      assertThat(TaskFolder.tasks(root)).isEmptyDirectory();
    }
  }

  /** No task: it cannot be made. */
  public abstract static class Unfinished implements BagTask {}

  /** No task: it wants something. */
  public static final class Demanding implements BagTask {
    public Demanding(String what) {
      assertThat(what).isNotNull();
    }

    @Override
    public void run(TaskContext task) {}
  }

  static final class Hidden implements BagTask {
    @Override
    public void run(TaskContext task) {}
  }

  @Test
  void aClassThatCannotBeUsedIsRefused() {
    assertThatThrownBy(() -> TaskClass.of("org.example.Missing"))
        .isInstanceOf(ClassNotFoundException.class);
    assertThatThrownBy(() -> TaskClass.of(String.class.getName()))
        .isInstanceOf(ClassCastException.class);
    assertThatThrownBy(() -> TaskClass.of(Unfinished.class.getName()))
        .isInstanceOf(InstantiationException.class);
    assertThatThrownBy(() -> TaskClass.of(Demanding.class.getName()))
        .isInstanceOf(NoSuchMethodException.class);
    assertThatThrownBy(() -> TaskClass.of(Hidden.class.getName()))
        .isInstanceOf(IllegalAccessException.class);
  }

  @Test
  void aWorkerThatEndsInterruptsItsTasksAndTellsNothingOfThem() throws Exception {
    try (BagModel worker = worker(Waiting.class, bag(1))) {
      worker.deal(deal(0));
    }
    assertThat(ends).isEmpty();
  }
}
