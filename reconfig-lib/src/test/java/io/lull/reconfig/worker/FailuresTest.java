package io.lull.reconfig.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.reconfig.ProgramError;
import org.junit.jupiter.api.Test;

final class FailuresTest {
  private static final StackTraceElement LIBRARY =
      new StackTraceElement("io.lull.reconfig.grid.DoubleGrid", "update", "DoubleGrid.java", 7);

  private static String line(StackTraceElement... frames) {
    final ArithmeticException failure = new ArithmeticException("/ by zero");
    failure.setStackTrace(frames);
    return Failures.of(failure).getError();
  }

  @Test
  void theAuthorsOwnLineIsNamed() {
    assertThat(
            line(
                new StackTraceElement("java.lang.Math", "floorDiv", "Math.java", 1),
                new StackTraceElement("org.example.Heat", "lambda$iterate$0", "Heat.java", 41),
                LIBRARY,
                new StackTraceElement("org.example.Heat", "iterate", "Heat.java", 40)))
        .isEqualTo(
            "java.lang.ArithmeticException: / by zero, at org.example.Heat.iterate (Heat.java:41)");
    assertThat(line(new StackTraceElement("Heat", "edge", null, -1)))
        .isEqualTo("java.lang.ArithmeticException: / by zero, at Heat.edge");
  }

  @Test
  void whereTheAuthorWroteNothingNoLineIsNamed() {
    assertThat(line(LIBRARY)).isEqualTo("java.lang.ArithmeticException: / by zero");
    assertThat(line()).isEqualTo("java.lang.ArithmeticException: / by zero");
  }

  @Test
  void whatTheLibraryExplainsIsSaidAsItIs() {
    assertThat(Failures.of(new ProgramError("a stencil reaches too far")).getError())
        .isEqualTo("a stencil reaches too far");
  }
}
