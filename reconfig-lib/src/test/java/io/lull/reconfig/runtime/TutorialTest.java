package io.lull.reconfig.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lull.protocol.wire.DataPlane;
import io.lull.reconfig.BadInput;
import io.lull.reconfig.GridProgram;
import io.lull.reconfig.Parameters;
import io.lull.reconfig.bag.BagTask;
import io.lull.reconfig.bag.TaskContext;
import io.lull.testkit.job.TestJob;
import io.lull.testkit.job.WorkerProcess;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@code docs/tutorial.md} says is true: its listings compile and compute what they should.
 */
@Timeout(180)
final class TutorialTest {
  private static final int SIZE = 60;

  /** So many that workers can come and go before the last. */
  private static final int ITERATIONS = 6_000;

  private static final Map<String, String> PARAMETERS =
      Map.of("size", "" + SIZE, "iterations", "" + ITERATIONS);

  @TempDir Path folder;
  private List<String> listings = List.of();

  @BeforeEach
  void read() throws Exception {
    listings = TutorialListings.of("tutorial.md").sources();
    assertThat(listings).hasSize(8);
  }

  private Class<?> compiled(String name, String source) throws Exception {
    return TutorialListings.compiled(folder, name, source);
  }

  /** The program whose iteration is listing 4, 5 or 7. */
  private Class<?> heat(int iteration) throws Exception {
    return compiled(
        "Heat",
        String.join(
            "\n", listings.get(1), listings.get(2), listings.get(iteration - 1), listings.get(5)));
  }

  private List<String> alone() throws Exception {
    final Object cells =
        compiled("HeatAlone", listings.getFirst())
            .getMethod("run", int.class, int.class)
            .invoke(null, SIZE, ITERATIONS);
    return Arrays.stream((double[][]) cells)
        .flatMapToDouble(Arrays::stream)
        .mapToObj(Double::toString)
        .toList();
  }

  private void assertAloneIsLike(Class<?> program) throws Exception {
    final Path outputs = folder.resolve("outputs");
    Standalone.run(
        (GridProgram) program.getConstructor().newInstance(), PARAMETERS, List.of(), outputs);
    assertThat(Files.readAllLines(outputs.resolve("heat.txt"))).isEqualTo(alone());
  }

  @Test
  void theProgramWithAKernelComputesTheLoopsBits() throws Exception {
    assertAloneIsLike(heat(4));
  }

  @Test
  void theProgramWithAStencilComputesTheLoopsBits() throws Exception {
    assertAloneIsLike(heat(5));
  }

  @Test
  void theProgramWhoseIterationsHaveStepsComputesTheLoopsBits() throws Exception {
    assertAloneIsLike(heat(7));
  }

  @Test
  void theTaskCountsItsDarts() throws Exception {
    final BagTask darts =
        (BagTask) compiled("Darts", listings.get(7)).getConstructor().newInstance();
    final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    darts.run(new OnlyTask(folder, new PrintStream(printed, true, StandardCharsets.UTF_8)));
    final double pi = Double.parseDouble(printed.toString(StandardCharsets.UTF_8));
    assertThat(pi).isCloseTo(Math.PI, within(0.05));
    assertThat(folder.resolve("inside"))
        .hasContent(Math.round(pi / 4 * OnlyTask.DARTS) + " of " + OnlyTask.DARTS);
  }

  /** A task beside which there is no other. */
  private record OnlyTask(Path outputs, PrintStream out) implements TaskContext {
    static final int DARTS = 100_000;

    @Override
    public String job() {
      return "J1";
    }

    @Override
    public int index() {
      return 0;
    }

    @Override
    public int tasks() {
      return 1;
    }

    @Override
    public String line() {
      return "0";
    }

    @Override
    public Parameters parameters() {
      return new Parameters(Map.of("darts", "" + DARTS));
    }

    @Override
    public List<Path> inputs() {
      return List.of();
    }

    @Override
    public Path input(String name) {
      throw new BadInput("there is none");
    }
  }

  @Test
  void soItDoesOnWorkersThatComeAndGo() throws Exception {
    try (TestJob job = new TestJob(folder, heat(5), PARAMETERS, DataPlane.getDefaultInstance())) {
      final List<WorkerProcess> first = job.start(2);
      final WorkerProcess joiner = job.start(1).getFirst();
      job.begin(first);
      job.change(List.of(first.getFirst(), joiner));
      job.awaitCompleted();
      final Path outputs = job.members().getFirst().folder().resolve("outputs");
      assertThat(Files.readAllLines(outputs.resolve("heat.txt"))).isEqualTo(alone());
    }
  }
}
