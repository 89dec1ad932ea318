package io.lull.reconfig.vector;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import io.lull.reconfig.memory.ProcessMemory;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;

/** Writes the class that does arithmetic of rows with vectors of 256 bits. */
final class VectorRows {
  private static final String SHAPE = "SPECIES_256";
  private static final int VECTOR_BYTES = 32;
  private static final ClassDesc GENERATED =
      ClassDesc.of(VectorRows.class.getPackageName() + ".GeneratedRows");
  private static final ClassDesc MEMORY = ClassDesc.of(ProcessMemory.class.getName());
  private static final ClassDesc SEGMENT = ClassDesc.of(MemorySegment.class.getName());

  private VectorRows() {}

  static RowArithmetic generate() {
    final byte[] generated = ClassFile.of().build(GENERATED, VectorRows::emit);
    try {
      return (RowArithmetic)
          MethodHandles.lookup()
              .defineHiddenClass(generated, true)
              .lookupClass()
              .getDeclaredConstructor()
              .newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("arithmetic of rows could not be generated", e);
    }
  }

  private static void emit(ClassBuilder type) {
    type.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SUPER)
        .withInterfaceSymbols(ClassDesc.of(RowArithmetic.class.getName()))
        .withMethodBody(
            INIT_NAME,
            MTD_void,
            0,
            code -> code.aload(0).invokespecial(CD_Object, INIT_NAME, MTD_void).return_());
    methods(type, VectorCalls.DOUBLES, Double.BYTES, TypeKind.DOUBLE);
    methods(type, VectorCalls.FLOATS, Float.BYTES, TypeKind.FLOAT);
  }

  private static void methods(ClassBuilder type, VectorCalls calls, int bytes, TypeKind kind) {
    final ClassDesc element = calls.element();
    type.withMethodBody(
        "products",
        MethodTypeDesc.of(CD_void, CD_long, CD_long, CD_long, element.arrayType()),
        ClassFile.ACC_PUBLIC,
        code -> new Loop(code, calls, bytes, 3, 5).products(7));
    final int b = 3 + kind.slotSize();
    type.withMethodBody(
        "addScaled",
        MethodTypeDesc.of(CD_void, CD_long, element, CD_long, CD_long),
        ClassFile.ACC_PUBLIC,
        code -> new Loop(code, calls, bytes, b, b + 2).addScaled(kind, 3));
  }

  /**
   * A loop over two rows, as many vectors at a time as fill the lanes.
   *
   * @param b the local variable with the second row's address; the first row's is 1
   * @param count the one with the number of elements; later the end of the first row
   */
  private record Loop(CodeBuilder code, VectorCalls calls, int bytes, int b, int count) {
    private static final int A = 1;

    private int vectors() {
      return RowArithmetic.LANES * bytes / VECTOR_BYTES;
    }

    void products(int lanes) {
      final int sums = lanes + 1;
      for (int v = 0; v < vectors(); v++) {
        calls.species(code, SHAPE);
        calls.zero(code);
        code.astore(sums + v);
      }
      run(() -> {
        for (int v = 0; v < vectors(); v++) {
          code.aload(sums + v);
          load(A, v);
          load(b, v);
          calls.operate(code, "mul");
          calls.operate(code, "add");
          code.astore(sums + v);
        }
      });
      for (int v = 0; v < vectors(); v++) {
        code.aload(sums + v).aload(lanes).loadConstant(v * (VECTOR_BYTES / bytes));
        calls.storeInArray(code);
      }
      code.return_();
    }

    void addScaled(TypeKind kind, int factor) {
      final int scale = count + 2;
      calls.species(code, SHAPE);
      code.loadLocal(kind, factor);
      calls.broadcast(code);
      code.astore(scale);
      run(() -> {
        for (int v = 0; v < vectors(); v++) {
          load(A, v);
          load(b, v);
          code.aload(scale);
          calls.operate(code, "mul");
          calls.operate(code, "add");
          place(A, v);
          calls.store(code);
        }
      });
      code.return_();
    }

    private void run(Runnable body) {
      final Label next = code.newLabel();
      final Label end = code.newLabel();
      code.lload(A).lload(count).loadConstant((long) bytes).lmul().ladd().lstore(count);
      code.labelBinding(next).lload(A).lload(count).lcmp().ifge(end);
      body.run();
      for (final int row : new int[] {A, b}) {
        code.lload(row).loadConstant((long) RowArithmetic.LANES * bytes).ladd().lstore(row);
      }
      code.goto_(next).labelBinding(end);
    }

    private void load(int row, int v) {
      calls.species(code, SHAPE);
      place(row, v);
      calls.load(code);
    }

    private void place(int row, int v) {
      code.getstatic(MEMORY, "ALL", SEGMENT)
          .lload(row)
          .loadConstant((long) v * VECTOR_BYTES)
          .ladd();
    }
  }
}
