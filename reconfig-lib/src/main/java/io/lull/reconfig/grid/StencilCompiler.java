package io.lull.reconfig.grid;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_double;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Makes a stencil into a class of its own, with one loop that does all of it: what somebody would
 * write by hand for this very expression, and what the Java machine then compiles as it would that.
 * Evaluating the expression's tree for each cell, or for each row, takes several times as long.
 *
 * <p>With vectors the loop works out as many cells at once as the processor has room for, by the
 * Vector API, and the row's last few one at a time; every lane makes the same operations in the
 * same order as the loop without vectors.
 */
final class StencilCompiler {
  private static final ClassDesc SEGMENT = ClassDesc.of(MemorySegment.class.getName());
  private static final ClassDesc LAYOUT = ClassDesc.of(ValueLayout.class.getName());
  private static final ClassDesc OF_DOUBLE = LAYOUT.nested("OfDouble");
  private static final ClassDesc MATH = ClassDesc.of("java.lang.Math");
  private static final ClassDesc CHANGES = ClassDesc.of(Changes.class.getName());
  private static final MethodTypeDesc SWEEP =
      MethodTypeDesc.of(CD_void, SEGMENT, SEGMENT, CD_long, CD_long, CD_long, CD_long);

  /** A cell has two to the power of so many bytes. */
  private static final int CELL_SHIFT = 3;

  // Where the methods' parameters lie.
  private static final int CELLS = 1;
  private static final int NEXT = 2;
  private static final int FROM = 3;
  private static final int TO = 5;
  private static final int STRIDE = 7;
  private static final int PLANE_STRIDE = 9;

  private static final Stencil.Cell HERE = new Stencil.Cell(0, 0, 0);

  private final Stencil stencil;
  private final int lanes;
  private final boolean measured;
  private final CodeBuilder code;

  /** A row that lies so many planes and rows away. */
  private record Line(int planes, int rows) {}

  /** Local variables: at which offset a row begins. */
  private final Map<Line, Integer> startOfLine = new HashMap<>();

  private final int cell;
  private final int count;

  private StencilCompiler(Stencil stencil, int lanes, boolean measured, CodeBuilder code) {
    this.stencil = stencil;
    this.lanes = lanes;
    this.measured = measured;
    this.code = code;
    this.cell = code.allocateLocal(TypeKind.INT);
    this.count = code.allocateLocal(TypeKind.INT);
  }

  /**
   * @param lanes cells that a vector holds; 1: without vectors
   */
  static RowSweep compile(Stencil stencil, int lanes) {
    final byte[] compiled =
        ClassFile.of()
            .build(
                ClassDesc.of(StencilCompiler.class.getPackageName() + ".CompiledStencil"),
                type ->
                    type.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SUPER)
                        .withInterfaceSymbols(ClassDesc.of(RowSweep.class.getName()))
                        .withMethodBody(INIT_NAME, MTD_void, 0, StencilCompiler::emitConstructor)
                        .withMethodBody(
                            "sweep",
                            SWEEP,
                            ClassFile.ACC_PUBLIC,
                            code -> new StencilCompiler(stencil, lanes, false, code).emit())
                        .withMethodBody(
                            "sweepMeasured",
                            SWEEP.changeReturnType(CD_long),
                            ClassFile.ACC_PUBLIC,
                            code -> new StencilCompiler(stencil, lanes, true, code).emit()));
    try {
      final MethodHandles.Lookup made = MethodHandles.lookup().defineHiddenClass(compiled, true);
      return (RowSweep) made.lookupClass().getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a stencil could not be compiled: " + stencil, e);
    }
  }

  private static void emitConstructor(CodeBuilder code) {
    code.aload(0).invokespecial(CD_Object, INIT_NAME, MTD_void).return_();
  }

  private void emit() {
    code.lload(TO).lload(FROM).lsub().l2i().istore(count);
    startsOfLines(stencil);
    startOfLine(new Line(0, 0));
    code.loadConstant(0).istore(cell);
    final int greatest = code.allocateLocal(TypeKind.LONG);
    code.loadConstant(Changes.NONE).lstore(greatest);
    if (lanes > 1) {
      emitVectors(greatest);
    }
    emitSingles(greatest);
    if (measured) {
      code.lload(greatest).lreturn();
    } else {
      code.return_();
    }
  }

  private void startsOfLines(Stencil part) {
    switch (part) {
      case Stencil.Cell(int planes, int rows, _) -> startOfLine(new Line(planes, rows));
      case Stencil.Constant _ -> {}
      case Stencil.Operation(_, Stencil left, Stencil right) -> {
        startsOfLines(left);
        startsOfLines(right);
      }
    }
  }

  private void startOfLine(Line line) {
    if (!startOfLine.containsKey(line)) {
      final int start = code.allocateLocal(TypeKind.LONG);
      code.loadConstant((long) line.rows())
          .lload(STRIDE)
          .lmul()
          .loadConstant((long) line.planes())
          .lload(PLANE_STRIDE)
          .lmul()
          .ladd()
          .lload(FROM)
          .ladd()
          .loadConstant(CELL_SHIFT)
          .lshl()
          .lstore(start);
      startOfLine.put(line, start);
    }
  }

  /** {@code for (; cell + lanes <= count; cell += lanes)}. */
  private void emitVectors(int greatest) {
    final int last = code.allocateLocal(TypeKind.INT);
    final int value = code.allocateLocal(TypeKind.REFERENCE);
    final int worst = code.allocateLocal(TypeKind.REFERENCE);
    final Label next = code.newLabel();
    final Label end = code.newLabel();
    code.iload(count).loadConstant(lanes).isub().istore(last);
    if (measured) {
      Vectors.noChange(code);
      code.astore(worst);
    }
    code.labelBinding(next).iload(cell).iload(last).if_icmpgt(end);
    emitVector(stencil);
    code.astore(value);
    if (measured) {
      code.aload(worst).aload(value);
      emitVector(HERE);
      Vectors.greaterChange(code);
      code.astore(worst);
    }
    code.aload(value).aload(NEXT);
    offset(HERE);
    Vectors.store(code);
    code.iinc(cell, lanes).goto_(next).labelBinding(end);
    if (measured) {
      code.aload(worst);
      Vectors.greatest(code);
      code.lstore(greatest);
    }
  }

  private void emitVector(Stencil part) {
    switch (part) {
      case Stencil.Cell read -> {
        Vectors.species(code);
        code.aload(CELLS);
        offset(read);
        Vectors.load(code);
      }
      case Stencil.Constant(double value) -> {
        Vectors.species(code);
        code.loadConstant(value);
        Vectors.broadcast(code);
      }
      case Stencil.Operation(Stencil.Operator operator, Stencil left, Stencil right) -> {
        emitVector(left);
        emitVector(right);
        Vectors.operate(code, operator);
      }
    }
  }

  /** {@code for (; cell < count; cell++)}. */
  private void emitSingles(int greatest) {
    final int value = code.allocateLocal(TypeKind.DOUBLE);
    final Label next = code.newLabel();
    final Label end = code.newLabel();
    code.labelBinding(next).iload(cell).iload(count).if_icmpge(end);
    emitSingle(stencil);
    code.dstore(value);
    if (measured) {
      emitSingle(HERE);
      code.dload(value)
          .invokestatic(CHANGES, "of", MethodTypeDesc.of(CD_long, CD_double, CD_double))
          .lload(greatest)
          .invokestatic(MATH, "max", MethodTypeDesc.of(CD_long, CD_long, CD_long))
          .lstore(greatest);
    }
    code.aload(NEXT).getstatic(LAYOUT, "JAVA_DOUBLE", OF_DOUBLE);
    offset(HERE);
    code.dload(value)
        .invokeinterface(SEGMENT, "set", MethodTypeDesc.of(CD_void, OF_DOUBLE, CD_long, CD_double))
        .iinc(cell, 1)
        .goto_(next)
        .labelBinding(end);
  }

  private void emitSingle(Stencil part) {
    switch (part) {
      case Stencil.Cell read -> {
        code.aload(CELLS).getstatic(LAYOUT, "JAVA_DOUBLE", OF_DOUBLE);
        offset(read);
        code.invokeinterface(SEGMENT, "get", MethodTypeDesc.of(CD_double, OF_DOUBLE, CD_long));
      }
      case Stencil.Constant(double value) -> code.loadConstant(value);
      case Stencil.Operation(Stencil.Operator operator, Stencil left, Stencil right) -> {
        emitSingle(left);
        emitSingle(right);
        switch (operator) {
          case PLUS -> code.dadd();
          case MINUS -> code.dsub();
          case TIMES -> code.dmul();
          case OVER -> code.ddiv();
        }
      }
    }
  }

  /** Leaves an offset in bytes. */
  private void offset(Stencil.Cell read) {
    final Line line = new Line(read.planes(), read.rows());
    code.lload(Objects.requireNonNull(startOfLine.get(line)))
        .iload(cell)
        .i2l()
        .loadConstant(CELL_SHIFT)
        .lshl()
        .ladd();
    if (read.columns() != 0) {
      code.loadConstant((long) read.columns() << CELL_SHIFT).ladd();
    }
  }
}
