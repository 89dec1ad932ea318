package io.lull.bench.message;

import io.lull.apps.anneal.Anneal;
import io.lull.apps.fft.NpbFt;
import io.lull.apps.mg.NpbMg;
import io.lull.apps.npb.NpbCg;
import io.lull.apps.npb.NpbEp;
import io.lull.apps.phold.Phold;
import io.lull.bench.OptionPairs;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A bundled message program that computes for some seconds. */
enum SlowedProgram {
  EP(NpbEp.class, "class=A tasks=8", "1.14"),
  FT(NpbFt.class, "class=A tasks=8", "1.10"),
  MG(NpbMg.class, "class=A tasks=8", "1.13"),
  CG(NpbCg.class, "class=A tasks=8", "1.09"),
  ANNEAL(Anneal.class, "points=60 chains=8", "1.08 to 1.17"),
  PHOLD(Phold.class, "end=60 tasks=8", "–");

  private final Class<?> program;
  private final String parameters;
  private final String paper;

  /**
   * @param parameters NAME=VALUE, with blanks between
   * @param paper by how much moves of tasks made it faster there
   */
  SlowedProgram(Class<?> program, String parameters, String paper) {
    this.program = program;
    this.parameters = parameters;
    this.paper = paper;
  }

  /**
   * @throws IllegalArgumentException with one line
   */
  static SlowedProgram of(String word) {
    return OptionPairs.constant(word, SlowedProgram.class);
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  Class<?> program() {
    return program;
  }

  Map<String, String> parameters() {
    return Arrays.stream(parameters.split(" "))
        .map(each -> each.split("="))
        .collect(Collectors.toMap(each -> each[0], each -> each[1]));
  }

  String paper() {
    return paper;
  }
}
