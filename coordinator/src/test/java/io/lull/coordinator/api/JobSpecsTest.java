package io.lull.coordinator.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.protocol.wire.Bag;
import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.JobSpec;
import io.lull.protocol.wire.Parameter;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class JobSpecsTest {
  private static final JobSpec GOOD =
      JobSpec.newBuilder()
          .setApp("jacobi")
          .setMainClass("io.lull.apps.Jacobi")
          .setMinWorkers(2)
          .setMaxWorkers(4)
          .build();

  private static final Bag TRUE = Bag.newBuilder().addCommand("/bin/true").setTasks(3).build();

  private static final String KNOWN = "tasks.jar";

  private static Arguments bag(UnaryOperator<Bag.Builder> mistake, String line) {
    return mistake(
        spec -> spec.clearApp().clearMainClass().setBag(mistake.apply(TRUE.toBuilder()).build()),
        line);
  }

  @Test
  void aBagIsNamedAfterItsCommand() {
    final JobSpec checked =
        JobSpecs.checked(JobSpec.newBuilder().setBag(TRUE).setMaxWorkers(8).build(), blob -> true);

    assertThat(checked.getName()).isEqualTo("true");
    assertThat(checked.getMinWorkers()).isEqualTo(1);
  }

  @Test
  void aBagsNameIsOneLineWhateverItsCommandIs() {
    final Bag bag =
        Bag.newBuilder().addCommand("\u001b[2J\n" + "x".repeat(200)).setTasks(3).build();

    assertThat(
            JobSpecs.checked(
                    JobSpec.newBuilder().setBag(bag).setMaxWorkers(8).build(), blob -> true)
                .getName())
        .isEqualTo("?[2J?" + "x".repeat(95));
  }

  @Test
  void aBagOfAClassIsNamedAfterItAndMayHaveParameters() {
    final JobSpec checked =
        JobSpecs.checked(
            JobSpec.newBuilder()
                .setBag(Bag.newBuilder().setTasks(3))
                .setProgram(Blob.newBuilder().setName("tasks.jar"))
                .setMainClass("org.example.Frame")
                .addParameters(Parameter.newBuilder().setName("depth").setValue("3"))
                .build(),
            blob -> true);

    assertThat(checked.getName()).isEqualTo("Frame");
  }

  @Test
  void fillsInWhatWasLeftOut() {
    final JobSpec checked =
        JobSpecs.checked(
            JobSpec.newBuilder().setApp("jacobi").setMainClass("io.lull.apps.Jacobi").build(),
            blob -> true);

    assertThat(checked.getName()).isEqualTo("jacobi");
    assertThat(checked.getMinWorkers()).isEqualTo(1);
    assertThat(checked.getMaxWorkers()).isEqualTo(1);
    assertThat(checked.getCheckpoint()).isEqualTo("auto");
  }

  @ParameterizedTest
  @MethodSource
  void refusesNonsenseInOneLine(UnaryOperator<JobSpec.Builder> mistake, String line) {
    final JobSpec spec = mistake.apply(GOOD.toBuilder()).build();

    assertThatThrownBy(() -> JobSpecs.checked(spec, blob -> blob.getName().equals(KNOWN)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(line)
        .message()
        .hasLineCount(1);
  }

  static Stream<Arguments> refusesNonsenseInOneLine() {
    return Stream.of(
        mistake(spec -> spec.setBag(TRUE), "--command, --app and --jar exclude each other"),
        bag(bag -> bag.clearCommand(), "the command is missing"),
        tasks(JobSpec.Builder::clearMainClass, "the main class is missing"),
        tasks(spec -> spec.setMainClass("no class"), "is not a class name"),
        tasks(spec -> spec.setApp("jacobi"), "tasks need --command, or"),
        tasks(spec -> spec.setMoldable(true), "omit --moldable"),
        tasks(spec -> spec.setCode("2:3"), "omit --code"),
        tasks(
            spec -> spec.setBag(Bag.newBuilder().addCommand("true").setTasks(3)),
            "tasks need --command, or"),
        mistake(
            spec ->
                spec.clearApp()
                    .clearMainClass()
                    .setBag(TRUE)
                    .addParameters(Parameter.newBuilder().setName("LULL_INDEX")),
            "--env: a command's environment variables"),
        mistake(
            spec ->
                spec.clearApp()
                    .clearMainClass()
                    .setBag(TRUE)
                    .addParameters(Parameter.newBuilder().setName("a-b")),
            "--env: a command's environment variables"),
        bag(bag -> bag.setTasks(0), "1 to 10000 tasks, not 0"),
        bag(bag -> bag.setTasks(10_001), "1 to 10000 tasks"),
        bag(bag -> bag.setRetries(101), "at most 100"),
        bag(bag -> bag.setTaskMillis(-1), "no negative time"),
        bag(
            bag -> bag.setLines(Blob.newBuilder().setName("lines").setSizeBytes(5 << 20)),
            "exceed 4.00 MiB"),
        bag(bag -> bag.setLines(Blob.newBuilder().setName("lines")), "must be uploaded"),
        bag(bag -> bag.setImage(Blob.newBuilder().setName("a.tar")), "image 'a.tar' must be"),
        mistake(spec -> spec.setMinWorkers(5), "the minimum number of workers, 5, is above"),
        mistake(spec -> spec.setMinWorkers(-1), "between 1 and 10000"),
        mistake(spec -> spec.setMaxWorkers(20_000), "between 1 and 10000"),
        mistake(spec -> spec.setMemoryBytes(1), "at least 128 MiB"),
        mistake(spec -> spec.setMemoryBytes(-1), "at least 128 MiB"),
        mistake(spec -> spec.setPriority(Integer.MIN_VALUE), "between -100 and 100"),
        mistake(spec -> spec.setCheckpoint("often"), "write auto, off, a duration"),
        mistake(spec -> spec.setCheckpoint("3d"), "every 1s to 1d"),
        mistake(spec -> spec.setCode("4"), "must be K:N"),
        mistake(spec -> spec.setCode("4:17"), "3 to 16 machines, not 17"),
        mistake(spec -> spec.setCode("0:4"), "1 to 3 can be enough, not 0"),
        mistake(spec -> spec.setCheckpoint("90%"), "from 0.01% to 50% of the time"),
        mistake(spec -> spec.setCheckpoint("some%"), "such as 2%"),
        mistake(spec -> spec.setRequire("colour == red"), "expected one of os, name"),
        mistake(JobSpec.Builder::clearApp, "use exactly one"),
        mistake(JobSpec.Builder::clearMainClass, "the main class is missing"),
        mistake(spec -> spec.setMainClass("no class"), "is not a class name"),
        mistake(spec -> spec.addInputs(Blob.newBuilder().setName("x")), "must be uploaded"),
        mistake(spec -> spec.addInputs(Blob.newBuilder().setName("../x")), "rename the file"),
        mistake(
            spec ->
                spec.addParameters(Parameter.newBuilder().setName("size"))
                    .addParameters(Parameter.newBuilder().setName("size")),
            "'size' is given twice"));
  }

  /** A bag of a class with a mistake, its program being known. */
  private static Arguments tasks(UnaryOperator<JobSpec.Builder> mistake, String line) {
    return mistake(
        spec ->
            mistake.apply(
                spec.clearApp()
                    .setMainClass("org.example.Frame")
                    .setProgram(Blob.newBuilder().setName(KNOWN))
                    .setBag(Bag.newBuilder().setTasks(3))),
        line);
  }

  private static Arguments mistake(UnaryOperator<JobSpec.Builder> change, String line) {
    return Arguments.of(change, line);
  }
}
