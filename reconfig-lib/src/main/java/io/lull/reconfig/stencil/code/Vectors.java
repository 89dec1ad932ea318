package io.lull.reconfig.stencil.code;

import static io.lull.reconfig.vector.VectorCalls.DOUBLES;
import static java.lang.constant.ConstantDescs.CD_double;

import io.lull.reconfig.stencil.Stencil;
import io.lull.reconfig.vector.VectorCalls;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;

/** The calls of the Vector API that only compiled stencils make; see {@link VectorCalls}. */
final class Vectors {
  private static final String MODULE = "jdk.incubator.vector";
  private static final ClassDesc DOUBLE_VECTOR = ClassDesc.of(MODULE, "DoubleVector");
  private static final ClassDesc LONG_VECTOR = ClassDesc.of(MODULE, "LongVector");
  private static final ClassDesc VECTOR = ClassDesc.of(MODULE, "Vector");
  private static final ClassDesc SPECIES = ClassDesc.of(MODULE, "VectorSpecies");
  private static final ClassDesc OPERATORS = ClassDesc.of(MODULE, "VectorOperators");
  private static final ClassDesc ASSOCIATIVE = OPERATORS.nested("Associative");
  private static final String PREFERRED = "SPECIES_PREFERRED";

  private Vectors() {}

  /** Leaves the shape of the machine's vectors. */
  static void species(CodeBuilder code) {
    DOUBLES.species(code, PREFERRED);
  }

  /** Takes two vectors. */
  static void operate(CodeBuilder code, Stencil.Operator operator) {
    DOUBLES.operate(
        code,
        switch (operator) {
          case PLUS -> "add";
          case MINUS -> "sub";
          case TIMES -> "mul";
          case OVER -> "div";
        });
  }

  /** Leaves a vector of {@link GreatestChange#NONE}. */
  static void noChange(CodeBuilder code) {
    code.getstatic(LONG_VECTOR, PREFERRED, SPECIES)
        .invokestatic(LONG_VECTOR, "zero", MethodTypeDesc.of(LONG_VECTOR, SPECIES));
  }

  /** Takes the changes so far, values after and values before; leaves the greater changes. */
  static void greaterChange(CodeBuilder code) {
    operate(code, Stencil.Operator.MINUS);
    code.invokevirtual(DOUBLE_VECTOR, "abs", MethodTypeDesc.of(DOUBLE_VECTOR))
        .invokevirtual(DOUBLE_VECTOR, "reinterpretAsLongs", MethodTypeDesc.of(LONG_VECTOR))
        .invokevirtual(LONG_VECTOR, "max", MethodTypeDesc.of(LONG_VECTOR, VECTOR));
  }

  /**
   * Takes a vector of changes, leaves the greatest as a double: few processors' vectors are reduced
   * to the greatest whole number without a detour through Java's heap.
   */
  static void greatest(CodeBuilder code) {
    code.invokevirtual(LONG_VECTOR, "reinterpretAsDoubles", MethodTypeDesc.of(DOUBLE_VECTOR))
        .getstatic(OPERATORS, "MAX", ASSOCIATIVE)
        .invokevirtual(DOUBLE_VECTOR, "reduceLanes", MethodTypeDesc.of(CD_double, ASSOCIATIVE));
  }
}
