package io.lull.reconfig.forkjoin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.reconfig.ProgramError;
import io.lull.reconfig.runtime.Standalone;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Arrays of which most elements are never touched, so that they take no memory. */
final class LargeArraysTest {
  private static final long MOST_BYTES = Runtime.getRuntime().maxMemory();

  @TempDir Path folder;

  private void run(long count, BiConsumer<DoubleArray, Team> body) throws IOException {
    Standalone.run(new OneArray(count, body), Map.of(), List.of(), folder);
  }

  @SuppressWarnings("NullAway.Init") // declare comes first
  private static final class OneArray implements ForkJoinProgram {
    private final long count;
    private final BiConsumer<DoubleArray, Team> body;
    private DoubleArray x;

    OneArray(long count, BiConsumer<DoubleArray, Team> body) {
      this.count = count;
      this.body = body;
    }

    @Override
    public void declare(SharedSpace space) {
      x = space.doubles("x", SharedShape.of(count));
    }

    @Override
    public void run(Team team) {
      body.accept(x, team);
    }

    @Override
    public void finish(SharedResults results) {
      // Nothing to report.
    }
  }

  @Test
  void anArrayMayBeLargerThanTwoGibibytes() throws IOException {
    final long count = (1L << 28) + 1_000;
    Assumptions.assumeTrue(count * Double.BYTES < MOST_BYTES / 10 * 9, "the heap is too small");
    run(
        count,
        (x, team) -> {
          team.loop(count - 5, count).writes(x).run(i -> x.set(i, (double) i));
          team.loop(5).writes(x).run(i -> x.set(i, 2.0 * i));
          assertThat(team.loop(count - 5, count).reads(x).max(x::get)).isEqualTo(count - 1);
          assertThat(team.loop(5).reads(x).sum(x::get)).isEqualTo(20);
        });
  }

  @Test
  void anArrayThatFitsOnceOnlyIsNotReadAsAWhole() {
    final long count = MOST_BYTES / 10 * 6 / Double.BYTES;
    assertThatThrownBy(
            () -> run(count, (x, team) -> team.loop(1).readsAll(x).sum(i -> x.get(count - 1 - i))))
        .isInstanceOf(ProgramError.class)
        .hasMessage(
            "array x of "
                + count * Double.BYTES
                + " bytes does not fit into a worker's memory as a whole: submit the job with more"
                + " --memory, or read less of it than readsAll does");
  }
}
