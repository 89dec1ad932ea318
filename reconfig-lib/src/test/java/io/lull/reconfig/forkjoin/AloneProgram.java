package io.lull.reconfig.forkjoin;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.reconfig.runtime.Standalone;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** A program in one method, over some arrays, that runs alone. */
@SuppressWarnings("NullAway.Init") // declare comes first
final class AloneProgram implements ForkJoinProgram {
  private final BiConsumer<AloneProgram, Team> body;
  DoubleArray x;
  DoubleArray y;
  DoubleArray dealt;
  DoubleArray points;
  LongArray counts;
  IntArray box;

  private AloneProgram(BiConsumer<AloneProgram, Team> body) {
    this.body = body;
  }

  static void run(BiConsumer<AloneProgram, Team> body, Path folder) throws IOException {
    Standalone.run(new AloneProgram(body), Map.of(), List.of(), folder);
  }

  static void refuses(BiConsumer<AloneProgram, Team> body, String sentence, Path folder) {
    assertThatThrownBy(() -> run(body, folder)).hasMessage(sentence);
  }

  @Override
  public void declare(SharedSpace space) {
    x = space.doubles("x", SharedShape.of(10).withHalo(1));
    y = space.doubles("y", SharedShape.of(10).withHalo(1));
    dealt = space.doubles("dealt", SharedShape.of(10, 3).dealt(2));
    points = space.doubles("points", SharedShape.of(10, 3));
    counts = space.longs("counts", SharedShape.of(10));
    box = space.ints("box", SharedShape.of(3, 4, 5));
  }

  @Override
  public void run(Team team) {
    body.accept(this, team);
  }

  @Override
  public void finish(SharedResults results) {
    // Nothing to report.
  }
}
