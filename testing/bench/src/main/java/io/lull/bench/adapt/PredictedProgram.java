package io.lull.bench.adapt;

import io.lull.apps.cg.Cg;
import io.lull.apps.heat.Heat;
import io.lull.apps.jacobi.Jacobi;
import io.lull.apps.linear.Ge;
import io.lull.apps.mgs.Mgs;
import io.lull.bench.OptionPairs;
import io.lull.protocol.wire.JobSpec;
import io.lull.protocol.wire.Parameter;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A bundled program that computes, slowly, for as long as its changes are watched. */
enum PredictedProgram {
  /** Rows, all of which every iteration writes. */
  JACOBI(Jacobi.class) {
    @Override
    Map<String, String> parameters(int size) {
      return Map.of("size", text(size), "iterations", LONG, "pace", "20ms");
    }
  },
  /** A cube. */
  HEAT(Heat.class) {
    @Override
    Map<String, String> parameters(int size) {
      final long side = Math.max(8, Math.round(Math.cbrt((double) size * size)));
      return Map.of("size", text(side), "iterations", LONG, "pace", "20ms");
    }
  },
  /** Several vectors. */
  CG(Cg.class) {
    @Override
    Map<String, String> parameters(int size) {
      return Map.of("size", text(size), "tolerance", "1e-300", "pace", "100ms");
    }
  },
  /** Dealt rows, fewer of which are worked on in each iteration. */
  GE(Ge.class) {
    @Override
    Map<String, String> parameters(int size) {
      // Its workers do not wait for each other in each iteration: the pace is how far they differ.
      return Map.of(
          "size", text(size), "block", "1", "pace", Math.ceilDiv(LIFE_MILLIS, size) + "ms");
    }
  },
  /** Loops over a shared array of dealt rows. */
  MGS(Mgs.class) {
    @Override
    Map<String, String> parameters(int size) {
      return Map.of("rows", text(size), "pace", "50ms");
    }
  };

  private static final String LONG = "1000000";

  /** What ends by itself ends no sooner. */
  private static final int LIFE_MILLIS = 40_000;

  private final Class<?> program;

  PredictedProgram(Class<?> program) {
    this.program = program;
  }

  /** By its name on the command line. */
  static PredictedProgram of(String word) {
    return OptionPairs.constant(word, PredictedProgram.class);
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  private static String text(long number) {
    return String.valueOf(number);
  }

  /**
   * @param size squared: about so many doubles
   */
  abstract Map<String, String> parameters(int size);

  JobSpec spec(int size, int mostWorkers) {
    final List<Parameter> parameters =
        parameters(size).entrySet().stream()
            .map(each ->
                Parameter.newBuilder().setName(each.getKey()).setValue(each.getValue()).build())
            .toList();
    return JobSpec.newBuilder()
        .setName(word())
        .setApp(word())
        .setMainClass(program.getName())
        .addAllParameters(parameters)
        .setMinWorkers(1)
        .setMaxWorkers(mostWorkers)
        .setCheckpoint("off")
        .build();
  }
}
