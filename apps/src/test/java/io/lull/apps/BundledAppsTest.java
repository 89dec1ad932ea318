package io.lull.apps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.reconfig.BadInput;
import io.lull.reconfig.GridProgram;
import io.lull.reconfig.forkjoin.ForkJoinProgram;
import io.lull.reconfig.message.MessageProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BundledAppsTest {
  @TempDir private Path folder;

  static List<BundledApp> all() {
    return BundledApps.all();
  }

  @ParameterizedTest
  @MethodSource("all")
  void aWorkerCanMakeItsProgram(BundledApp app) throws ReflectiveOperationException {
    assertThat(Class.forName(app.mainClass()).getConstructor().newInstance())
        .isInstanceOfAny(GridProgram.class, ForkJoinProgram.class, MessageProgram.class);
    assertThat(BundledApps.named(app.name())).contains(app);
  }

  @ParameterizedTest
  @MethodSource("all")
  void knowsEveryParameterThatItLists(BundledApp app) throws IOException {
    for (final AppParameter parameter : app.parameters()) {
      final String value = sample(parameter);
      assertThatCode(() -> app.check(Map.of(parameter.name(), value), needed(app)))
          .as(parameter.name())
          .doesNotThrowAnyException();
    }
  }

  /** The least inputs without which it does not run. */
  private List<Path> needed(BundledApp app) throws IOException {
    if (!app.name().equals("complib")) {
      return List.of();
    }
    final Path library = Files.writeString(folder.resolve("library.fasta"), ">P1\nMAFS\n");
    return List.of(library, library);
  }

  private static String sample(AppParameter parameter) {
    return switch (parameter.form()) {
      case "N" -> "9";
      case "P" -> "8";
      case "DURATION" -> "10ms";
      default -> parameter.otherwise().equals("none") ? "0.5" : parameter.otherwise();
    };
  }

  @Test
  void refusesAParameterThatItDoesNotKnow() {
    assertThatThrownBy(
            () -> BundledApps.named("jacobi").orElseThrow().check(Map.of("sise", "9"), List.of()))
        .isInstanceOf(BadInput.class)
        .hasMessage("jacobi has no parameter sise: it takes size, iterations, tolerance, pace");
  }

  @Test
  void refusesAnInputThatCannotBeRead() {
    final Path missing = Path.of("no-such-file.csv");
    for (final BundledApp app : BundledApps.all()) {
      final boolean named = app.name().equals("ge") || app.name().equals("qr");
      final boolean pair = named || app.name().equals("complib");
      assertThatThrownBy(
              () -> app.check(Map.of(), pair ? List.of(missing, missing) : List.of(missing)))
          .isInstanceOf(BadInput.class)
          .hasMessageStartingWith(
              app.inputs().isEmpty()
                  ? app.name() + " takes no input files"
                  : named
                      ? app.name() + " knows its input files by their names, a.f64 and b.f64"
                      : "no-such-file.csv cannot be read");
    }
  }

  @Test
  void knowsNoOther() {
    assertThat(BundledApps.named("nothing")).isEmpty();
  }
}
