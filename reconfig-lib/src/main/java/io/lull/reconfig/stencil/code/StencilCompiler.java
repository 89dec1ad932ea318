package io.lull.reconfig.stencil.code;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import io.lull.reconfig.stencil.Stencil;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;

/**
 * Compiles a stencil to a class of its own with one loop for the whole expression, as a programmer
 * would write it by hand, which the JVM then compiles like any other. Evaluating the expression's
 * tree for each cell, or for each row, takes several times as long.
 */
final class StencilCompiler {
  static final ClassDesc COMPILED =
      ClassDesc.of(StencilCompiler.class.getPackageName() + ".CompiledStencil");
  private static final ClassDesc SEGMENT = ClassDesc.of(MemorySegment.class.getName());
  private static final MethodTypeDesc SWEEP =
      MethodTypeDesc.of(
          CD_void, SEGMENT, SEGMENT, CD_long, CD_long, CD_long, CD_long, CD_long, CD_long);
  private static final MethodTypeDesc SWEEP_MEASURED = SWEEP.changeReturnType(CD_long);

  private StencilCompiler() {}

  /**
   * @param lanes cells that a vector holds; 1: without vectors
   */
  static RowSweep compile(Stencil stencil, int lanes) {
    final byte[] compiled = ClassFile.of().build(COMPILED, type -> emitType(type, stencil, lanes));
    try {
      final MethodHandles.Lookup made = MethodHandles.lookup().defineHiddenClass(compiled, true);
      return (RowSweep) made.lookupClass().getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a stencil could not be compiled: " + stencil, e);
    }
  }

  private static void emitType(ClassBuilder type, Stencil stencil, int lanes) {
    type.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SUPER)
        .withInterfaceSymbols(ClassDesc.of(RowSweep.class.getName()))
        .withMethodBody(
            INIT_NAME,
            MTD_void,
            0,
            code -> code.aload(0).invokespecial(CD_Object, INIT_NAME, MTD_void).return_());
    for (final boolean measured : new boolean[] {false, true}) {
      final MethodTypeDesc shape = shape(measured);
      final String name = measured ? "sweepMeasured" : "sweep";
      type.withMethodBody(
          name,
          shape,
          ClassFile.ACC_PUBLIC,
          code -> new SweepMethod(stencil, lanes, measured, code).emit(name + "Short"));
      if (lanes > 1) {
        type.withMethodBody(
            name + "Short",
            shape,
            ClassFile.ACC_PRIVATE,
            code -> new SweepMethod(stencil, 1, measured, code).emitSingles());
      }
    }
  }

  /** Of {@link RowSweep}'s methods. */
  static MethodTypeDesc shape(boolean measured) {
    return measured ? SWEEP_MEASURED : SWEEP;
  }
}
