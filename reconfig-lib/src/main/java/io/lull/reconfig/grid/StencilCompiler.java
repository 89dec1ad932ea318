package io.lull.reconfig.grid;

import static java.lang.constant.ConstantDescs.CD_Double;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_double;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import java.lang.classfile.ClassBuilder;
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
import java.util.IntSummaryStatistics;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToIntFunction;

/**
 * Makes a stencil into a class of its own, with one loop that does all of it: what somebody would
 * write by hand for this very expression, and what the Java machine then compiles as it would that.
 * Evaluating the expression's tree for each cell, or for each row, takes several times as long.
 *
 * <p>With vectors the loop works out as many cells at once as the processor has room for, by the
 * Vector API; every lane makes the same operations in the same order as the loop without vectors.
 * It goes along the row from where a vector is written to a whole address, since writes across two
 * cache lines are slow; the first cells and the last have a vector of their own, which works out
 * some of its neighbours' cells once more. A row shorter than a vector is done one cell at a time.
 *
 * <p>Nothing is checked within a loop (see {@link Memory}): bounds are before it.
 */
final class StencilCompiler {
  private static final ClassDesc COMPILED =
      ClassDesc.of(StencilCompiler.class.getPackageName() + ".CompiledStencil");
  private static final ClassDesc SEGMENT = ClassDesc.of(MemorySegment.class.getName());
  private static final ClassDesc LAYOUT = ClassDesc.of(ValueLayout.class.getName());
  private static final ClassDesc OF_DOUBLE = LAYOUT.nested("OfDouble");
  private static final ClassDesc MATH = ClassDesc.of("java.lang.Math");
  private static final ClassDesc CHANGES = ClassDesc.of(Changes.class.getName());
  private static final ClassDesc MEMORY = ClassDesc.of(Memory.class.getName());
  private static final MethodTypeDesc SWEEP =
      MethodTypeDesc.of(CD_void, SEGMENT, SEGMENT, CD_long, CD_long, CD_long, CD_long);
  private static final MethodTypeDesc SWEEP_MEASURED = SWEEP.changeReturnType(CD_long);

  /** A cell has two to the power of so many bytes. */
  private static final int CELL_SHIFT = 3;

  /**
   * No address is that of a cell beyond. Written into the code, it shows the Java machine's
   * compiler that every cell is within {@link Memory#ALL}.
   */
  private static final long LAST_CELL = (1L << 59) - 1;

  /** A longer row is refused. */
  private static final int LAST_COLUMN = (1 << 30) - 1;

  private static final int STRETCHES = 3;

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
  private record Line(int planes, int rows) {
    static Line of(Stencil.Cell read) {
      return new Line(read.planes(), read.rows());
    }
  }

  /** Where a line is read for the row's first cell. */
  private record Start(int local, int lowestColumn) {}

  private final Set<Stencil.Cell> reads = new LinkedHashSet<>();
  private final Map<Line, Start> starts = new HashMap<>();

  /** Local variable: where the row's first cell is written. */
  private final int nextStart;

  /** Local variable: how many cells of the row come before. */
  private final int cell;

  private StencilCompiler(Stencil stencil, int lanes, boolean measured, CodeBuilder code) {
    this.stencil = stencil;
    this.lanes = lanes;
    this.measured = measured;
    this.code = code;
    this.nextStart = code.allocateLocal(TypeKind.LONG);
    this.cell = code.allocateLocal(TypeKind.INT);
    reads.add(HERE);
    collect(stencil);
  }

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
      final MethodTypeDesc shape = measured ? SWEEP_MEASURED : SWEEP;
      final String name = measured ? "sweepMeasured" : "sweep";
      type.withMethodBody(
          name,
          shape,
          ClassFile.ACC_PUBLIC,
          code -> new StencilCompiler(stencil, lanes, measured, code).emit(name + "Short"));
      if (lanes > 1) {
        type.withMethodBody(
            name + "Short",
            shape,
            ClassFile.ACC_PRIVATE,
            code -> new StencilCompiler(stencil, 1, measured, code).emitSingles());
      }
    }
  }

  private void collect(Stencil part) {
    switch (part) {
      case Stencil.Cell read -> reads.add(read);
      case Stencil.Constant _ -> {}
      case Stencil.Operation(_, Stencil left, Stencil right) -> {
        collect(left);
        collect(right);
      }
    }
  }

  /**
   * @param shortRow the method for rows that are shorter than a vector
   */
  private void emit(String shortRow) {
    if (lanes == 1) {
      emitSingles();
      return;
    }
    final Label wide = code.newLabel();
    code.lload(TO).lload(FROM).lsub().loadConstant((long) lanes).lcmp().ifge(wide);
    code.aload(0).aload(CELLS).aload(NEXT);
    code.lload(FROM).lload(TO).lload(STRIDE).lload(PLANE_STRIDE);
    code.invokevirtual(COMPILED, shortRow, measured ? SWEEP_MEASURED : SWEEP);
    if (measured) {
      code.lreturn();
    } else {
      code.return_();
    }
    code.labelBinding(wide);
    emitVectors();
  }

  /** Asks for all that the loop reaches. */
  private void emitStarts() {
    final int cells = code.allocateLocal(TypeKind.LONG);
    code.aload(CELLS).lload(FROM);
    toCorner(ofReads(Stencil.Cell::planes, false), ofReads(Stencil.Cell::rows, false));
    code.loadConstant((long) ofReads(Stencil.Cell::columns, false)).ladd().lload(TO);
    toCorner(ofReads(Stencil.Cell::planes, true), ofReads(Stencil.Cell::rows, true));
    code.loadConstant(ofReads(Stencil.Cell::columns, true) - 1L).ladd();
    address();
    code.lstore(cells);
    for (final Stencil.Cell read : reads) {
      starts.computeIfAbsent(
          Line.of(read),
          line -> {
            final int lowest =
                reads.stream()
                    .filter(other -> Line.of(other).equals(line))
                    .mapToInt(Stencil.Cell::columns)
                    .min()
                    .orElseThrow();
            final Start start = new Start(code.allocateLocal(TypeKind.LONG), lowest);
            code.lload(cells).lload(FROM);
            toCorner(line.planes(), line.rows());
            code.loadConstant((long) lowest).ladd();
            emitStart(start.local());
            return start;
          });
    }
    code.aload(NEXT).lload(FROM).lload(TO).loadConstant(1L).lsub();
    address();
    code.lload(FROM);
    emitStart(nextStart);
  }

  private int ofReads(ToIntFunction<Stencil.Cell> away, boolean farthest) {
    final IntSummaryStatistics all = reads.stream().mapToInt(away).summaryStatistics();
    return farthest ? all.getMax() : all.getMin();
  }

  private void address() {
    code.invokestatic(MEMORY, "address", MethodTypeDesc.of(CD_long, SEGMENT, CD_long, CD_long));
  }

  /** Takes an index, leaves that of the cell so many planes and rows away. */
  private void toCorner(int planes, int rows) {
    code.loadConstant((long) planes).lload(PLANE_STRIDE).lmul().ladd();
    code.loadConstant((long) rows).lload(STRIDE).lmul().ladd();
  }

  /** Takes where a grid's cells begin, and an index. */
  private void emitStart(int local) {
    final int index = code.allocateLocal(TypeKind.LONG);
    code.lstore(index)
        .loadConstant(CELL_SHIFT)
        .lushr()
        .lload(index)
        .ladd()
        .loadConstant(LAST_CELL)
        .land()
        .loadConstant(CELL_SHIFT)
        .lshl()
        .lstore(local);
  }

  /** Three stretches by one loop: at the row's begin, from whole address on, at its end. */
  private void emitVectors() {
    emitStarts();
    final int end = code.allocateLocal(TypeKind.INT);
    final int stretch = code.allocateLocal(TypeKind.INT);
    final int worst = code.allocateLocal(TypeKind.REFERENCE);
    final Label begin = code.newLabel();
    if (measured) {
      Vectors.noChange(code);
      code.astore(worst);
    }
    code.lload(TO).lload(FROM).lsub().l2i().loadConstant(lanes).isub();
    code.loadConstant(LAST_COLUMN).iand().istore(end);
    code.loadConstant(0).istore(stretch).labelBinding(begin);
    emitStretch(stretch, end, worst);
    code.iinc(stretch, 1).iload(stretch).loadConstant(STRETCHES).if_icmplt(begin);
    if (measured) {
      code.aload(worst);
      Vectors.greatest(code);
      code.invokestatic(CD_Double, "doubleToRawLongBits", MethodTypeDesc.of(CD_long, CD_double))
          .lreturn();
    } else {
      code.return_();
    }
  }

  /** {@code for (cell = first; cell <= last; cell += lanes)}. */
  private void emitStretch(int stretch, int end, int worst) {
    final int first = code.allocateLocal(TypeKind.INT);
    final int last = code.allocateLocal(TypeKind.INT);
    final Label second = code.newLabel();
    final Label third = code.newLabel();
    final Label loop = code.newLabel();
    final Label next = code.newLabel();
    final Label done = code.newLabel();
    code.iload(stretch).ifne(second);
    code.loadConstant(0).istore(first).loadConstant(0).istore(last).goto_(loop);
    code.labelBinding(second).iload(stretch).loadConstant(1).if_icmpne(third);
    code.loadConstant(lanes).lload(nextStart).loadConstant(CELL_SHIFT).lushr().l2i();
    code.loadConstant(lanes - 1).iand().isub().istore(first).iload(end).istore(last).goto_(loop);
    code.labelBinding(third).iload(end).istore(first).iload(end).istore(last);
    // The loop has but one way in: then the Java machine's compiler knows how often it goes round.
    code.labelBinding(loop).iload(first).istore(cell);
    code.labelBinding(next).iload(cell).iload(last).if_icmpgt(done);
    emitVectorStep(worst);
    code.iinc(cell, lanes).goto_(next).labelBinding(done);
  }

  private void emitVectorStep(int worst) {
    final int value = code.allocateLocal(TypeKind.REFERENCE);
    emitVector(stencil);
    code.astore(value);
    if (measured) {
      code.aload(worst).aload(value);
      emitVector(HERE);
      Vectors.greaterChange(code);
      code.astore(worst);
    }
    code.aload(value);
    memory();
    addressFrom(nextStart);
    Vectors.store(code);
  }

  private void emitVector(Stencil part) {
    switch (part) {
      case Stencil.Cell read -> {
        Vectors.species(code);
        memory();
        address(read);
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

  private void memory() {
    code.getstatic(MEMORY, "ALL", SEGMENT);
  }

  /** {@code for (; cell < count; cell++)}. */
  private void emitSingles() {
    emitStarts();
    final int value = code.allocateLocal(TypeKind.DOUBLE);
    final int count = code.allocateLocal(TypeKind.INT);
    final int greatest = code.allocateLocal(TypeKind.LONG);
    final Label next = code.newLabel();
    final Label end = code.newLabel();
    code.lload(TO).lload(FROM).lsub().l2i().istore(count);
    code.loadConstant(Changes.NONE).lstore(greatest);
    code.loadConstant(0).istore(cell);
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
    memory();
    code.getstatic(LAYOUT, "JAVA_DOUBLE", OF_DOUBLE);
    addressFrom(nextStart);
    code.dload(value)
        .invokeinterface(SEGMENT, "set", MethodTypeDesc.of(CD_void, OF_DOUBLE, CD_long, CD_double))
        .iinc(cell, 1)
        .goto_(next)
        .labelBinding(end);
    if (measured) {
      code.lload(greatest).lreturn();
    } else {
      code.return_();
    }
  }

  private void emitSingle(Stencil part) {
    switch (part) {
      case Stencil.Cell read -> {
        memory();
        code.getstatic(LAYOUT, "JAVA_DOUBLE", OF_DOUBLE);
        address(read);
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

  /** Leaves the address of a cell that is read. */
  private void address(Stencil.Cell read) {
    final Start start = Objects.requireNonNull(starts.get(Line.of(read)));
    addressFrom(start.local());
    if (read.columns() > start.lowestColumn()) {
      code.loadConstant((long) (read.columns() - start.lowestColumn()) << CELL_SHIFT).ladd();
    }
  }

  private void addressFrom(int start) {
    code.lload(start).iload(cell).i2l().loadConstant(CELL_SHIFT).lshl().ladd();
  }
}
