package io.lull.reconfig.stencil.code;

import static io.lull.reconfig.vector.VectorCalls.DOUBLES;
import static java.lang.constant.ConstantDescs.CD_Double;
import static java.lang.constant.ConstantDescs.CD_double;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import io.lull.reconfig.memory.ProcessMemory;
import io.lull.reconfig.stencil.Stencil;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.IntSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Writes one method of a compiled stencil.
 *
 * <p>With vectors the loop works out as many cells at once as the processor has room for, by the
 * Vector API; every lane makes the same operations in the same order as the loop without vectors.
 * It goes along the row from where a vector is written to a whole address, since writes across two
 * cache lines are slow; the first cells and the last have a vector of their own, which works out
 * some of its neighbours' cells once more. A row shorter than a vector is done one cell at a time.
 *
 * <p>Nothing is checked within the loop over a row; before the first row all bounds are. See {@link
 * ProcessMemory}.
 */
final class SweepMethod {
  private static final ClassDesc SEGMENT = ClassDesc.of(MemorySegment.class.getName());
  private static final ClassDesc LAYOUT = ClassDesc.of(ValueLayout.class.getName());
  private static final ClassDesc OF_DOUBLE = LAYOUT.nested("OfDouble");
  private static final ClassDesc MATH = ClassDesc.of("java.lang.Math");
  private static final ClassDesc CHANGES = ClassDesc.of(GreatestChange.class.getName());
  private static final ClassDesc MEMORY = ClassDesc.of(ProcessMemory.class.getName());

  /** A cell has two to the power of so many bytes. */
  private static final int CELL_SHIFT = 3;

  /**
   * No address is that of a cell beyond. Written into the code, it shows the Java machine's
   * compiler that every cell is within {@link ProcessMemory#ALL}.
   */
  private static final long LAST_CELL = (1L << 59) - 1;

  /** No row that is asked for has more cells: this too is written into the code to be seen. */
  private static final int LAST_COLUMN = (1 << 30) - 1;

  private static final int STRETCHES = 3;

  // Where the methods' parameters lie.
  private static final int CELLS = 1;
  private static final int NEXT = 2;
  private static final int FROM = 3;
  private static final int NEXT_FROM = 5;
  private static final int COUNT = 7;
  private static final int ROWS = 9;
  private static final int STRIDE = 11;
  private static final int PLANE_STRIDE = 13;

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
  private final Map<Line, Start> starts = new LinkedHashMap<>();

  // Local variables.
  private final int cellsAddress;
  private final int nextAddress;
  private final int nextStart;
  private final int count;

  /** How many cells of the row come before. */
  private final int cell;

  SweepMethod(Stencil stencil, int lanes, boolean measured, CodeBuilder code) {
    this.stencil = stencil;
    this.lanes = lanes;
    this.measured = measured;
    this.code = code;
    this.cellsAddress = code.allocateLocal(TypeKind.LONG);
    this.nextAddress = code.allocateLocal(TypeKind.LONG);
    this.nextStart = code.allocateLocal(TypeKind.LONG);
    this.count = code.allocateLocal(TypeKind.INT);
    this.cell = code.allocateLocal(TypeKind.INT);
    stencil.cells().forEach(this::collect);
    collect(HERE);
  }

  private void collect(Stencil.Cell read) {
    reads.add(read);
    final @Nullable Start start = starts.get(Line.of(read));
    if (start == null) {
      starts.put(Line.of(read), new Start(code.allocateLocal(TypeKind.LONG), read.columns()));
    } else if (read.columns() < start.lowestColumn()) {
      starts.put(Line.of(read), new Start(start.local(), read.columns()));
    }
  }

  /**
   * The whole method.
   *
   * @param shortRows the method for rows that are shorter than a vector
   */
  void emit(String shortRows) {
    if (lanes == 1) {
      emitSingles();
      return;
    }
    final Label wide = code.newLabel();
    code.lload(COUNT).loadConstant((long) lanes).lcmp().ifge(wide);
    code.aload(0).aload(CELLS).aload(NEXT).lload(FROM).lload(NEXT_FROM).lload(COUNT);
    code.lload(ROWS).lload(STRIDE).lload(PLANE_STRIDE);
    code.invokevirtual(StencilCompiler.COMPILED, shortRows, StencilCompiler.shape(measured));
    code.return_(measured ? TypeKind.LONG : TypeKind.VOID).labelBinding(wide);
    emitVectors();
  }

  /** {@code for (; rows > 0; rows--, from += stride, nextFrom += stride)}. */
  private void emitRows(Runnable row) {
    final Label next = code.newLabel();
    emitAddresses();
    code.labelBinding(next);
    emitStarts();
    row.run();
    code.lload(FROM).lload(STRIDE).ladd().lstore(FROM);
    code.lload(NEXT_FROM).lload(STRIDE).ladd().lstore(NEXT_FROM);
    code.lload(ROWS).loadConstant(1L).lsub().lstore(ROWS);
    code.lload(ROWS).loadConstant(0L).lcmp().ifgt(next);
  }

  /** Asks for all that the loops reach. */
  private void emitAddresses() {
    code.aload(CELLS).lload(FROM);
    toCorner(ofReads(Stencil.Cell::planes).getMin(), ofReads(Stencil.Cell::rows).getMin());
    code.loadConstant((long) ofReads(Stencil.Cell::columns).getMin()).ladd();
    toLastCell(FROM);
    toCorner(ofReads(Stencil.Cell::planes).getMax(), ofReads(Stencil.Cell::rows).getMax());
    code.loadConstant((long) ofReads(Stencil.Cell::columns).getMax()).ladd();
    emitAddress(cellsAddress);
    code.aload(NEXT).lload(NEXT_FROM);
    toLastCell(NEXT_FROM);
    emitAddress(nextAddress);
    code.lload(COUNT).l2i().istore(count);
  }

  private IntSummaryStatistics ofReads(ToIntFunction<Stencil.Cell> away) {
    return reads.stream().mapToInt(away).summaryStatistics();
  }

  private void toLastCell(int from) {
    code.lload(ROWS).loadConstant(1L).lsub().lload(STRIDE).lmul();
    code.lload(from).ladd().lload(COUNT).ladd().loadConstant(1L).lsub();
  }

  private void emitAddress(int local) {
    code.invokestatic(MEMORY, "address", MethodTypeDesc.of(CD_long, SEGMENT, CD_long, CD_long))
        .lstore(local);
  }

  /** Takes an index, leaves that of the cell so many planes and rows away. */
  private void toCorner(int planes, int rows) {
    code.loadConstant((long) planes).lload(PLANE_STRIDE).lmul().ladd();
    code.loadConstant((long) rows).lload(STRIDE).lmul().ladd();
  }

  private void emitStarts() {
    starts.forEach((line, start) -> {
      code.lload(cellsAddress).loadConstant(CELL_SHIFT).lushr().lload(FROM).ladd();
      toCorner(line.planes(), line.rows());
      code.loadConstant((long) start.lowestColumn()).ladd();
      emitStart(start.local());
    });
    code.lload(nextAddress).loadConstant(CELL_SHIFT).lushr().lload(NEXT_FROM).ladd();
    emitStart(nextStart);
  }

  /** Takes the number of a cell, counted from address 0. */
  private void emitStart(int local) {
    code.loadConstant(LAST_CELL).land().loadConstant(CELL_SHIFT).lshl().lstore(local);
  }

  private void emitVectors() {
    final int stretch = code.allocateLocal(TypeKind.INT);
    final int worst = code.allocateLocal(TypeKind.REFERENCE);
    if (measured) {
      Vectors.noChange(code);
      code.astore(worst);
    }
    emitRows(() -> {
      final Label begin = code.newLabel();
      code.loadConstant(0).istore(stretch).labelBinding(begin);
      emitStretch(stretch, worst);
      code.iinc(stretch, 1).iload(stretch).loadConstant(STRETCHES).if_icmplt(begin);
    });
    if (measured) {
      code.aload(worst);
      Vectors.greatest(code);
      code.invokestatic(CD_Double, "doubleToRawLongBits", MethodTypeDesc.of(CD_long, CD_double));
    }
    code.return_(measured ? TypeKind.LONG : TypeKind.VOID);
  }

  /**
   * The row's begin, the part that is written to whole addresses, and the row's end: {@code for
   * (cell = first; cell <= last; cell += lanes)}.
   */
  private void emitStretch(int stretch, int worst) {
    final int first = code.allocateLocal(TypeKind.INT);
    final int last = code.allocateLocal(TypeKind.INT);
    final Label second = code.newLabel();
    final Label third = code.newLabel();
    final Label loop = code.newLabel();
    final Label next = code.newLabel();
    final Label done = code.newLabel();
    code.iload(stretch).ifne(second);
    code.loadConstant(0).istore(first).loadConstant(0).istore(last).goto_(loop);
    code.labelBinding(second).iload(count).loadConstant(lanes).isub();
    code.loadConstant(LAST_COLUMN).iand().istore(last);
    code.iload(stretch).loadConstant(1).if_icmpne(third);
    code.loadConstant(lanes).lload(nextStart).loadConstant(CELL_SHIFT).lushr().l2i();
    code.loadConstant(lanes - 1).iand().isub().istore(first).goto_(loop);
    code.labelBinding(third).iload(last).istore(first);
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
    DOUBLES.store(code);
  }

  private void emitVector(Stencil part) {
    switch (part) {
      case Stencil.Cell read -> {
        Vectors.species(code);
        memory();
        address(read);
        DOUBLES.load(code);
      }
      case Stencil.Constant(double value) -> {
        Vectors.species(code);
        code.loadConstant(value);
        DOUBLES.broadcast(code);
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

  void emitSingles() {
    final int greatest = code.allocateLocal(TypeKind.LONG);
    code.loadConstant(GreatestChange.NONE).lstore(greatest);
    emitRows(() -> emitSinglesOfRow(greatest));
    if (measured) {
      code.lload(greatest);
    }
    code.return_(measured ? TypeKind.LONG : TypeKind.VOID);
  }

  /** {@code for (cell = 0; cell < count; cell++)}. */
  private void emitSinglesOfRow(int greatest) {
    final int value = code.allocateLocal(TypeKind.DOUBLE);
    final Label next = code.newLabel();
    final Label end = code.newLabel();
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
