package io.lull.reconfig.grid.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.protocol.wire.ReplicatedState;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** How steps are counted, left out, and refused where they cannot be. */
final class IterationPositionTest {
  private final IterationPosition position = new IterationPosition();
  private int safePoints;
  private final List<String> done = new ArrayList<>();

  private boolean iterate(BooleanSupplier body) {
    return position.iterate(body);
  }

  private void atSafePoint(Runnable counted) {
    counted.run();
    safePoints++;
  }

  private boolean threeSeries() {
    position.steps(2, step -> done.add("a" + step), this::atSafePoint);
    position.steps(0, step -> done.add("b" + step), this::atSafePoint);
    position.steps(3, step -> done.add("c" + step), this::atSafePoint);
    done.add("end");
    return true;
  }

  private ReplicatedState state() {
    final ReplicatedState.Builder state = ReplicatedState.newBuilder();
    position.save(state);
    return state.build();
  }

  @Test
  void comesToASafePointAfterEachStep() {
    assertThat(iterate(this::threeSeries)).isTrue();
    position.countIteration();
    assertThat(done).containsExactly("a0", "a1", "c0", "c1", "c2", "end");
    assertThat(safePoints).isEqualTo(5);
    assertThat(position.iteration()).isEqualTo(1);
  }

  @Test
  void goesOnFromEveryStepWithoutThoseBehind() {
    final List<ReplicatedState> states = new ArrayList<>();
    final List<List<String>> before = new ArrayList<>();
    iterate(() -> {
      position.steps(
          2,
          step -> done.add("a" + step),
          count -> {
            count.run();
            states.add(state());
            before.add(List.copyOf(done));
          });
      position.steps(0, step -> done.add("b" + step), Runnable::run);
      position.steps(
          3,
          step -> done.add("c" + step),
          count -> {
            count.run();
            states.add(state());
            before.add(List.copyOf(done));
          });
      done.add("end");
      return true;
    });
    final List<String> all = List.copyOf(done);
    for (int i = 0; i < states.size(); i++) {
      done.clear();
      done.addAll(before.get(i));
      position.restore(states.get(i));
      iterate(this::threeSeries);
      assertThat(done).isEqualTo(all);
    }
  }

  @Test
  void refusesStepsWithinAStep() {
    assertThatThrownBy(() ->
            iterate(() -> {
              position.steps(1, _ -> threeSeries(), Runnable::run);
              return true;
            }))
        .hasMessage("a step is made of steps: give all of them to one call of steps()");
  }

  @Test
  void refusesStepsOutsideOfAnIteration() {
    assertThatThrownBy(this::threeSeries)
        .hasMessage("steps() is called outside of iterate(): only an iteration has steps");
  }

  @Test
  void refusesAnExchangeWithStepsAfterIt() {
    assertThatThrownBy(() ->
            iterate(() -> {
              position.exchange();
              return threeSeries();
            }))
        .hasMessageStartingWith(
            "iterate() updates or exchanges outside of its steps, and has steps after that");
    iterate(() -> {
      threeSeries();
      position.exchange();
      return true;
    });
  }

  @Test
  void refusesAnIterationThatTakesOtherStepsThanBefore() {
    iterate(this::threeSeries);
    final ReplicatedState among = state();
    position.restore(among);
    assertThatThrownBy(() -> iterate(() -> true))
        .hasMessageStartingWith("iterate() came to 0 series of steps");
  }
}
