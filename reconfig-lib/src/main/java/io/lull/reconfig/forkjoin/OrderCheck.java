package io.lull.reconfig.forkjoin;

import com.google.protobuf.ByteString;
import io.lull.reconfig.ProgramError;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongConsumer;

/**
 * Runs a loop twice, from the same contents of arrays and in two orders of its iterations: both are
 * to give the same. Collective, as a loop is.
 */
final class OrderCheck {
  /** What an array had at some time. */
  private record Copy(SharedArray array, MemorySegment content) {
    static Copy of(SharedArray array) {
      final MemorySegment now = array.content();
      final MemorySegment copy = Arena.ofAuto().allocate(now.byteSize(), Long.BYTES);
      return new Copy(array, copy.copyFrom(now));
    }

    void restore() {
      array.content().copyFrom(content);
    }

    /** Where the array is otherwise now: a byte; below 0: nowhere. */
    long mismatch() {
      return array.content().mismatch(content);
    }
  }

  private OrderCheck() {}

  /**
   * @param subject names the loop
   * @param narrow called before each iteration with its number
   * @param work does the part's iterations, and gives the loop's result
   * @return the loop's result
   * @throws ProgramError when the two runs differ
   */
  static ByteString run(
      LoopClauses loop,
      String subject,
      LoopPart part,
      LongConsumer narrow,
      Function<LoopPart, ByteString> work) {
    final List<SharedArray> changed = new ArrayList<>(loop.writes());
    changed.addAll(loop.adds());
    final List<Copy> before = changed.stream().map(Copy::of).toList();
    part.oneByOne(narrow, true);
    final ByteString mixed = work.apply(part);
    final List<Copy> after = changed.stream().map(Copy::of).toList();
    before.forEach(Copy::restore);
    part.oneByOne(narrow, false);
    final ByteString inOrder = work.apply(part);
    for (final Copy copy : after) {
      final long at = copy.mismatch();
      if (at >= 0) {
        throw new ProgramError(
            depends(subject)
                + ", at index "
                + copy.array().indexOf(at / copy.array().shape().cellBytes())
                + " of array "
                + copy.array().name()
                + ": an iteration reads what another one writes, or something is left in a scratch"
                + " or an object");
      }
    }
    if (!mixed.equals(inOrder)) {
      throw new ProgramError(
          depends(subject)
              + ": the number that an iteration gives depends on what another one writes, or on"
              + " what is left in a scratch or an object");
    }
    return inOrder;
  }

  private static String depends(String subject) {
    return "what " + subject + " gives depends on the order of its iterations";
  }
}
