package io.lull.reconfig.grid;

import static java.lang.constant.ConstantDescs.CD_double;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;

/**
 * The calls of the Vector API ({@code jdk.incubator.vector}) that compiled stencils make. They are
 * only written into code, and never made from here: so this library is compiled without the module,
 * and runs without it.
 */
final class Vectors {
  private static final String MODULE = "jdk.incubator.vector";
  private static final ClassDesc DOUBLE_VECTOR = ClassDesc.of(MODULE, "DoubleVector");
  private static final ClassDesc LONG_VECTOR = ClassDesc.of(MODULE, "LongVector");
  private static final ClassDesc VECTOR = ClassDesc.of(MODULE, "Vector");
  private static final ClassDesc SPECIES = ClassDesc.of(MODULE, "VectorSpecies");
  private static final ClassDesc OPERATORS = ClassDesc.of(MODULE, "VectorOperators");
  private static final ClassDesc ASSOCIATIVE = OPERATORS.nested("Associative");
  private static final ClassDesc SEGMENT = ClassDesc.of(MemorySegment.class.getName());
  private static final ClassDesc BYTE_ORDER = ClassDesc.of(ByteOrder.class.getName());

  private static final MethodTypeDesc LOAD =
      MethodTypeDesc.of(DOUBLE_VECTOR, SPECIES, SEGMENT, CD_long, BYTE_ORDER);
  private static final MethodTypeDesc STORE =
      MethodTypeDesc.of(CD_void, SEGMENT, CD_long, BYTE_ORDER);
  private static final MethodTypeDesc BROADCAST =
      MethodTypeDesc.of(DOUBLE_VECTOR, SPECIES, CD_double);
  private static final MethodTypeDesc OPERATE = MethodTypeDesc.of(DOUBLE_VECTOR, VECTOR);

  private Vectors() {}

  /**
   * How many doubles this machine's vectors hold; 1 where the Java machine was started without the
   * module, or where vectors would hold no more.
   */
  static int lanes() {
    return ModuleLayer.boot()
        .findModule(MODULE)
        .map(module -> preferredLanes(module.getClassLoader()))
        .orElse(1);
  }

  private static int preferredLanes(ClassLoader loader) {
    try {
      final Class<?> vector = Class.forName(MODULE + ".DoubleVector", true, loader);
      final Class<?> species = Class.forName(MODULE + ".VectorSpecies", true, loader);
      final Object preferred = vector.getField("SPECIES_PREFERRED").get(null);
      return (int) species.getMethod("length").invoke(preferred);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the Vector API is another one than this library's", e);
    }
  }

  /** Leaves the shape of the machine's vectors. */
  static void species(CodeBuilder code) {
    code.getstatic(DOUBLE_VECTOR, "SPECIES_PREFERRED", SPECIES);
  }

  /** Takes species, segment, offset. */
  static void load(CodeBuilder code) {
    order(code);
    code.invokestatic(DOUBLE_VECTOR, "fromMemorySegment", LOAD);
  }

  /** Takes a vector, segment, offset. */
  static void store(CodeBuilder code) {
    order(code);
    code.invokevirtual(DOUBLE_VECTOR, "intoMemorySegment", STORE);
  }

  private static void order(CodeBuilder code) {
    final boolean little = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
    code.getstatic(BYTE_ORDER, little ? "LITTLE_ENDIAN" : "BIG_ENDIAN", BYTE_ORDER);
  }

  /** Takes species and a number. */
  static void broadcast(CodeBuilder code) {
    code.invokestatic(DOUBLE_VECTOR, "broadcast", BROADCAST);
  }

  /** Takes two vectors. */
  static void operate(CodeBuilder code, Stencil.Operator operator) {
    final String name =
        switch (operator) {
          case PLUS -> "add";
          case MINUS -> "sub";
          case TIMES -> "mul";
          case OVER -> "div";
        };
    code.invokevirtual(DOUBLE_VECTOR, name, OPERATE);
  }

  /** Leaves a vector of {@link GreatestChange#NONE}. */
  static void noChange(CodeBuilder code) {
    code.getstatic(LONG_VECTOR, "SPECIES_PREFERRED", SPECIES)
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
