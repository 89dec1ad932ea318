package io.lull.reconfig.vector;

import static java.lang.constant.ConstantDescs.CD_double;
import static java.lang.constant.ConstantDescs.CD_float;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;

/**
 * The calls of the Vector API ({@code jdk.incubator.vector}) that generated code makes. They are
 * only written into code, and never made from here: so this library is compiled without the module,
 * and runs without it.
 *
 * @param vector the class of vectors
 * @param element of its elements
 */
public record VectorCalls(ClassDesc vector, ClassDesc element) {
  private static final String MODULE = "jdk.incubator.vector";
  private static final ClassDesc VECTOR = ClassDesc.of(MODULE, "Vector");
  private static final ClassDesc SPECIES = ClassDesc.of(MODULE, "VectorSpecies");
  private static final ClassDesc SEGMENT = ClassDesc.of(MemorySegment.class.getName());
  private static final ClassDesc BYTE_ORDER = ClassDesc.of(ByteOrder.class.getName());

  public static final VectorCalls DOUBLES =
      new VectorCalls(ClassDesc.of(MODULE, "DoubleVector"), CD_double);
  public static final VectorCalls FLOATS =
      new VectorCalls(ClassDesc.of(MODULE, "FloatVector"), CD_float);

  /**
   * How many doubles this machine's vectors hold; 1 where the Java machine was started without the
   * module, or where vectors would hold no more.
   */
  public static int doublesOfAVector() {
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

  /**
   * Leaves a shape of vectors.
   *
   * @param shape such as {@code SPECIES_PREFERRED}
   */
  public void species(CodeBuilder code, String shape) {
    code.getstatic(vector, shape, SPECIES);
  }

  /** Takes species, segment, offset. */
  public void load(CodeBuilder code) {
    order(code);
    code.invokestatic(
        vector,
        "fromMemorySegment",
        MethodTypeDesc.of(vector, SPECIES, SEGMENT, CD_long, BYTE_ORDER));
  }

  /** Takes a vector, segment, offset. */
  public void store(CodeBuilder code) {
    order(code);
    code.invokevirtual(
        vector, "intoMemorySegment", MethodTypeDesc.of(CD_void, SEGMENT, CD_long, BYTE_ORDER));
  }

  private static void order(CodeBuilder code) {
    final boolean little = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
    code.getstatic(BYTE_ORDER, little ? "LITTLE_ENDIAN" : "BIG_ENDIAN", BYTE_ORDER);
  }

  /** Takes species and a number. */
  public void broadcast(CodeBuilder code) {
    code.invokestatic(vector, "broadcast", MethodTypeDesc.of(vector, SPECIES, element));
  }

  /** Takes species. */
  public void zero(CodeBuilder code) {
    code.invokestatic(vector, "zero", MethodTypeDesc.of(vector, SPECIES));
  }

  /**
   * Takes two vectors.
   *
   * @param name such as {@code add}
   */
  public void operate(CodeBuilder code, String name) {
    code.invokevirtual(vector, name, MethodTypeDesc.of(vector, VECTOR));
  }

  /** Takes a vector, an array of Java's and an index in it. */
  public void storeInArray(CodeBuilder code) {
    code.invokevirtual(
        vector, "intoArray", MethodTypeDesc.of(CD_void, element.arrayType(), CD_int));
  }
}
