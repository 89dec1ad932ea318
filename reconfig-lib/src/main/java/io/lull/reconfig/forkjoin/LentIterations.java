package io.lull.reconfig.forkjoin;

import io.lull.reconfig.ProgramError;
import io.lull.reconfig.collective.Communicator;
import io.lull.reconfig.distribution.IndexSet;
import io.lull.reconfig.distribution.Places;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.exchange.ElementExchange;
import io.lull.reconfig.memory.Cells;
import io.lull.reconfig.memory.StoredTile;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Iterations that another worker does than has their elements. What they use of the elements of
 * their own numbers goes to the borrower before, and what they have written comes back after. Other
 * workers take no part. The program's thread, within an exchange.
 */
final class LentIterations implements AutoCloseable {
  private static final int RANGE_BYTES = 2 * Long.BYTES;

  private final Communicator workers;
  private final int other;
  private final boolean mine;
  private final List<Part> parts;

  /**
   * A range of the iterations.
   *
   * @param elements of the loop's arrays
   */
  private record Part(IndexRange range, List<Elements> elements) {}

  /**
   * What a range uses of an array.
   *
   * @param used the range, and what lies around it that is read, too
   * @param written what is written of it; empty: nothing
   * @param room of the borrower; null: this worker has them anyway
   */
  private record Elements(
      SharedArray array, IndexRange used, IndexRange written, @Nullable StoredTile room) {
    static Elements of(SharedArray array, IndexRange range, LoopClauses loop, boolean lent) {
      final long around = loop.halos().contains(array) ? array.declared().halo() : 0;
      final IndexRange used =
          new IndexRange(
              Math.max(0, range.from() - around), Math.min(array.length(), range.to() + around));
      return new Elements(
          array,
          used,
          loop.writes().contains(array) ? range : IndexRange.NONE,
          lent ? null : room(array, used));
    }

    private static StoredTile room(SharedArray array, IndexRange used) {
      try {
        return array.memory().beside(array.slice(used.from(), used.to()));
      } catch (OutOfMemoryError e) {
        throw new ProgramError(
            "elements of array "
                + array.name()
                + " do not fit into the memory of a worker that borrows iterations: submit the job"
                + " with more --memory, or leave out the loop's schedule");
      }
    }

    private Cells cells() {
      return room == null ? array.present() : array.memory().view(room);
    }

    private IndexSet indices(IndexRange range) {
      final Region slice = array.slice(range.from(), range.to());
      return slice.indices(array.dimensions);
    }

    /** Brings some of them from one worker to the other. */
    void move(Communicator workers, int other, boolean there, IndexRange range) {
      if (range.isEmpty()) {
        return;
      }
      final List<IndexSet> none = Collections.nCopies(workers.size(), indices(IndexRange.NONE));
      final List<IndexSet> some = new ArrayList<>(none);
      some.set(other, indices(range));
      new ElementExchange(
              workers,
              array.ownership(),
              cells(),
              cells(),
              Places.OWN,
              there ? some : none,
              there ? none : some)
          .run();
    }

    void letIn() {
      array.openBorrowed(Objects.requireNonNull(room), used, written);
    }
  }

  private LentIterations(
      Communicator workers, int other, boolean mine, LoopClauses loop, List<IndexRange> ranges) {
    this.workers = workers;
    this.other = other;
    this.mine = mine;
    this.parts = ranges.stream().map(range -> new Part(range, elementsOf(range, loop))).toList();
  }

  private List<Elements> elementsOf(IndexRange range, LoopClauses loop) {
    return new LinkedHashSet<>(loop.arrays())
        .stream().map(array -> Elements.of(array, range, loop, mine)).toList();
  }

  private void forEach(Consumer<Elements> each) {
    parts.forEach(part -> part.elements.forEach(each));
  }

  /** Lends iterations of this worker's. */
  static LentIterations lend(
      Communicator workers, int borrower, LoopClauses loop, List<IndexRange> ranges) {
    final ByteBuffer said = ByteBuffer.allocate(ranges.size() * RANGE_BYTES);
    ranges.forEach(range -> said.putLong(range.from()).putLong(range.to()));
    workers.sendMessage(borrower, said.array());
    return new LentIterations(workers, borrower, true, loop, ranges);
  }

  /**
   * Borrows what a lender has lent.
   *
   * @throws ProgramError when these are not iterations of the loop
   */
  static LentIterations borrow(Communicator workers, int lender, LoopClauses loop) {
    final ByteBuffer said = ByteBuffer.wrap(workers.receiveMessage(lender));
    final List<IndexRange> ranges = new ArrayList<>();
    long end = loop.from();
    while (said.remaining() >= RANGE_BYTES) {
      final IndexRange range = new IndexRange(said.getLong(), said.getLong());
      if (range.isEmpty() || range.from() < end || range.to() > loop.to()) {
        throw new ProgramError(
            "rank " + lender + " lends iterations of another loop: call the same on every worker");
      }
      end = range.to();
      ranges.add(range);
    }
    return new LentIterations(workers, lender, false, loop, ranges);
  }

  /** What they use of the lender's is at the borrower then. */
  void bring() {
    forEach(elements -> elements.move(workers, other, mine, elements.used));
  }

  /** Does them, at the borrower; what the loop's arrays show is changed. */
  void run(Consumer<IndexRange> iterations) {
    for (final Part part : parts) {
      part.elements.forEach(Elements::letIn);
      iterations.accept(part.range);
    }
  }

  /** What they have written is at the lender then. */
  void giveBack() {
    forEach(elements -> elements.move(workers, other, !mine, elements.written));
  }

  @Override
  public void close() {
    forEach(elements -> {
      if (elements.room != null) {
        elements.room.storage().letGo();
      }
    });
  }
}
