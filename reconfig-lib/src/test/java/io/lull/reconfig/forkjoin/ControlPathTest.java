package io.lull.reconfig.forkjoin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.lull.protocol.wire.ControlPosition;
import io.lull.reconfig.ProgramError;
import io.lull.reconfig.Value;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ControlPathTest {
  private final Value sum = new Value("sum", 1);
  private final List<String> done = new ArrayList<>();

  private ControlPath path() {
    return new ControlPath(List.of(sum));
  }

  /** A loop: done where it is not behind, and then perhaps the program is left. */
  private final class Program {
    private final ControlPath path;
    private final int loops;
    private int run;

    Program(ControlPath path, int loops) {
      this.path = path;
      this.loops = loops;
    }

    private long loop(String name, long result) {
      if (path.comesToOneBehind()) {
        return path.result().isEmpty() ? 0 : path.result().byteAt(0);
      }
      if (run == loops) {
        throw new Left();
      }
      run++;
      done.add(name);
      path.complete(
          result == 0 ? ByteString.EMPTY : ByteString.copyFrom(new byte[] {(byte) result}));
      return result;
    }

    /** Two repeats in each other, with results, locals and a value. */
    void run() {
      path.begin();
      final long first = loop("first", 5);
      path.repeat(
          2,
          i -> {
            final long a = loop("a" + i, 10 + i);
            sum.set(sum.get() + a + first);
            path.repeat(
                3,
                j -> {
                  final long b = loop("b" + i + j, 1 + j);
                  sum.set(sum.get() * 2 + b);
                  loop("c" + i + j, 0);
                  return j < 1;
                });
            sum.set(sum.get() - 1);
            loop("d" + i, 0);
            return true;
          });
      loop("last", 0);
      path.end();
    }
  }

  private static final class Left extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private static final List<String> ALL =
      List.of(
          "first", "a0", "b00", "c00", "b01", "c01", "d0", "a1", "b10", "c10", "b11", "c11", "d1",
          "last");

  @Test
  void aProgramDoesItsLoopsInOrder() {
    new Program(path(), Integer.MAX_VALUE).run();
    assertThat(done).isEqualTo(ALL);
  }

  @Test
  void whoJoinsAfterAnyLoopGoesOnWithTheSameLocalsAndValues() {
    new Program(path(), Integer.MAX_VALUE).run();
    final double expected = sum.get();
    for (int loops = 0; loops <= ALL.size(); loops++) {
      sum.reset();
      done.clear();
      final ControlPath before = path();
      final Program left = new Program(before, loops);
      if (loops < ALL.size()) {
        assertThatThrownBy(left::run).isInstanceOf(Left.class);
      } else {
        left.run();
      }
      final ControlPosition position = before.save();
      sum.set(Double.NaN);
      final ControlPath joined = path();
      joined.load(position);
      new Program(joined, Integer.MAX_VALUE).run();
      assertThat(done).as("after %s loops", loops).isEqualTo(ALL);
      assertThat(sum.get()).as("after %s loops", loops).isEqualTo(expected);
      assertThat(joined.iterations()).isEqualTo(2);
    }
  }

  @Test
  void whoJoinsAtTheEndHasTheValuesWithoutRunning() {
    final ControlPath before = path();
    new Program(before, Integer.MAX_VALUE).run();
    final double expected = sum.get();
    final ControlPosition position = before.save();
    sum.set(Double.NaN);
    path().load(position);
    assertThat(sum.get()).isEqualTo(expected);
  }

  @Test
  void whoIsToldWhereItStandsRunsOn() {
    final ControlPath path = path();
    path.begin();
    path.repeat(
        2,
        i -> {
          assertThat(path.comesToOneBehind()).isFalse();
          path.complete(ByteString.copyFromUtf8("result"));
          path.load(path.save());
          done.add("b" + i);
          assertThat(path.comesToOneBehind()).isFalse();
          path.complete(ByteString.EMPTY);
          return true;
        });
    assertThat(done).containsExactly("b0", "b1");
    assertThat(path.iterations()).isEqualTo(2);
  }

  @Test
  void theRunAfterAReturnToASafePointIsTheSame() {
    final ControlPath path = path();
    final Program left = new Program(path, 6);
    assertThatThrownBy(left::run).isInstanceOf(Left.class);
    final ControlPosition kept = path.save();
    final Program further = new Program(path, 3);
    assertThatThrownBy(further::run).isInstanceOf(Left.class);
    done.subList(6, done.size()).clear();
    path.load(kept);
    new Program(path, Integer.MAX_VALUE).run();
    assertThat(done).isEqualTo(ALL);
  }

  @Test
  void refusesAProgramThatComesToFewerLoopsThanBefore() {
    final ControlPath path = path();
    path.begin();
    for (int i = 0; i < 3; i++) {
      assertThat(path.comesToOneBehind()).isFalse();
      path.complete(ByteString.EMPTY);
    }
    path.begin();
    assertThat(path.comesToOneBehind()).isTrue();
    assertThatThrownBy(path::end)
        .isInstanceOf(ProgramError.class)
        .hasMessage(
            "the program came to 1 loops where it had come to 3 before: which loops it has may"
                + " depend on parameters, values and results only");
  }

  @Test
  void refusesMoreResultsThanAWorkerThatJoinsCanBeTold() {
    final ControlPath path = path();
    path.begin();
    final ByteString large = ByteString.copyFrom(new byte[ControlPath.MOST_RECORDED_BYTES / 4]);
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 5; i++) {
                assertThat(path.comesToOneBehind()).isFalse();
                path.complete(large);
              }
            })
        .isInstanceOf(ProgramError.class)
        .hasMessageEndingWith("put the loops into a repeat");
  }

  @Test
  void forgetsAnIterationsResultsWithTheIteration() {
    final ControlPath path = path();
    final ByteString large = ByteString.copyFrom(new byte[ControlPath.MOST_RECORDED_BYTES / 4]);
    path.begin();
    path.repeat(
        100,
        i -> {
          final int loops = 1 + (int) (i % 2);
          for (int loop = 0; loop < loops; loop++) {
            assertThat(path.comesToOneBehind()).isFalse();
            path.complete(large);
          }
          assertThat(path.save().getFrames(1).getResultsCount()).isEqualTo(loops);
          return true;
        });
    assertThat(path.iterations()).isEqualTo(100);
  }
}
