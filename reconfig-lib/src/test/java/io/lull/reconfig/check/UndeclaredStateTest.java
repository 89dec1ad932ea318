package io.lull.reconfig.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.reconfig.ProgramError;
import io.lull.reconfig.Value;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which fields are taken for state, and which are not. */
@SuppressWarnings("UnusedVariable") // they are read by reflection
final class UndeclaredStateTest {
  private enum Phase {
    FIRST,
    SECOND
  }

  private record Setting(String name, List<Double> weights) {}

  private static final class Tally {
    private final List<Integer> counts = new ArrayList<>();
    private transient double[] table = new double[1];
  }

  /** Fields of every kind. */
  private static final class Program {
    private long count;
    private double[] profile = new double[1_000_000];
    private final Map<String, Setting> settings = new HashMap<>();
    private final Set<Integer> seen = new TreeSet<>();
    private final Tally tally = new Tally();
    private Phase phase = Phase.FIRST;
    private final StringBuilder text = new StringBuilder();
    private transient long forgotten;
    private double @Nullable [] made;
    private final Value value = new Value("value", 0);
    private DoubleUnaryOperator kernel = x -> x;
    private final Object lock = new Object();
    private final Map<Integer, String> shared = new ConcurrentHashMap<>();
    private Program itself = this;

    void change(String field, int iteration) {
      switch (field) {
        case "count" -> count++;
        case "profile" -> profile[999_999] += 1;
        case "settings" ->
            settings.values().forEach(each -> each.weights().set(1, 1.0 * iteration));
        case "seen" -> seen.add(iteration);
        case "tally" -> tally.counts.add(iteration);
        case "phase" -> phase = iteration > 2 ? Phase.SECOND : Phase.FIRST;
        case "text" -> text.append('x');
        case "shared" -> shared.put(iteration, "");
        case "made" -> made = new double[] {iteration};
        default -> {
          forgotten++;
          tally.table = new double[] {iteration};
          made = new double[] {7};
          value.set(iteration);
          kernel = x -> x + iteration;
          itself = this;
          profile = profile.clone();
        }
      }
    }
  }

  private static void run(String field, int iterations) {
    final Program program = new Program();
    program.settings.put("a", new Setting("a", new ArrayList<>(List.of(1.0, 2.0))));
    final UndeclaredState state = new UndeclaredState(program);
    state.declared();
    state.begin();
    for (int i = 0; i < iterations; i++) {
      program.change(field, i);
      state.iterated();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"profile", "settings", "seen", "tally", "phase", "text", "shared", "made"})
  void whatChangesIsFound(String field) {
    assertThatThrownBy(() -> run(field, 64))
        .isInstanceOf(ProgramError.class)
        .hasMessage(
            "field "
                + field
                + " of Program changes from iteration to iteration but is not declared: hold it in"
                + " a grid or in values, or mark it transient if it may be lost");
  }

  @Test
  void aNumberIsToBecomeAValue() {
    assertThatThrownBy(() -> run("count", 1))
        .hasMessage(
            "field count of Program changes from iteration to iteration but is not declared: hold"
                + " it in space.value(\"count\", 0), or mark it transient if it may be lost");
  }

  @Test
  void whatMayBeLostOrMadeAgainIsNoMistake() {
    run("nothing", 1000);
  }

  @Test
  void aNewConfigurationBeginsAnew() {
    final Program program = new Program();
    final UndeclaredState state = new UndeclaredState(program);
    state.declared();
    state.begin();
    state.iterated();
    program.count = 5;
    state.begin();
    state.iterated();
    program.count = 6;
    assertThatThrownBy(state::iterated).isInstanceOf(ProgramError.class);
  }

  @Test
  void whereAnIterationWasInterruptedItsFieldsAreSeenAfterTheNext() {
    final Program program = new Program();
    final UndeclaredState state = new UndeclaredState(program);
    state.declared();
    state.begin();
    state.computing();
    state.iterated();
    // Between two steps, or interrupted, it is something else than at each iteration's end.
    state.computing();
    program.count = 7;
    state.begin();
    program.count = 0;
    state.iterated();
    state.computing();
    state.iterated();
    state.computing();
    program.count = 8;
    assertThatThrownBy(state::iterated).isInstanceOf(ProgramError.class);
  }

  /** As an author would, deep within. */
  private static final class Noise {
    private final List<Random> sources = List.of(new Random(1));
  }

  private static final class Noisy {
    private final Map<String, Noise> noises = Map.of("a", new Noise());
  }

  private static final class Logging {
    private @Nullable OutputStream log;
  }

  private static final class Careful {
    private final transient Random random = new Random(1);
    private final Runnable work = new Random(2)::nextInt;
  }

  @Test
  void whatCannotBeCarriedIsFoundWhereverItIs() {
    assertThatThrownBy(() -> new UndeclaredState(new Noisy()).declared())
        .isInstanceOf(ProgramError.class)
        .hasMessageStartingWith("field noises of Noisy holds something of type Random, whose");
    assertThatThrownBy(() -> new UndeclaredState(new Logging()).declared())
        .hasMessageStartingWith("field log of Logging is of type OutputStream, whose content the")
        .hasMessageEndingWith("mark it transient if each worker may make its own");
  }

  @Test
  void whatEachWorkerMakesItselfIsNot() {
    new UndeclaredState(new Careful()).declared();
  }

  @Test
  void aPrintIsBoundedAndTellsLongArraysApart() {
    final double[] cells = new double[10_000_000];
    final long before = FieldFingerprint.of(this, cells);
    cells[cells.length / 2] = 1;
    cells[0] = 1;
    assertThat(FieldFingerprint.of(this, cells)).isNotEqualTo(before);
    final List<Object> deep = new ArrayList<>();
    deep.add(deep.toArray());
    deep.add(deep);
    assertThat(FieldFingerprint.of(this, deep)).isEqualTo(FieldFingerprint.of(this, deep));
  }
}
