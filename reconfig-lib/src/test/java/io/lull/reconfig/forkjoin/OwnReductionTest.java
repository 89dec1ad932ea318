package io.lull.reconfig.forkjoin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.lull.reconfig.ProgramError;
import io.lull.reconfig.collective.CallContext;
import io.lull.reconfig.collective.Communicator;
import java.util.Collections;
import org.junit.jupiter.api.Test;

/** Reductions whose iterations do not lie side by side. */
final class OwnReductionTest {
  private static final int PART_BYTES = Long.BYTES + 1 + Long.BYTES;
  private static final int MOST_PARTS = OwnReduction.MOST_BYTES / PART_BYTES;

  /** What an iteration gives. */
  private record Count(long number) {
    Count with(Count other) {
      return new Count(number + other.number);
    }
  }

  /** Every second iteration, as of a worker that has the others not. */
  private record EverySecond(int count) implements Iterations {
    @Override
    public void run(RangeBody body) {
      for (long k = 0; k < count; k++) {
        body.run(2 * k, 2 * k + 1);
      }
    }

    @Override
    public boolean isEmpty() {
      return count == 0;
    }

    @Override
    public long nanosPerIteration() {
      return 1;
    }
  }

  private static long countOf(int iterations) {
    final Count none = new Count(0);
    final OwnReduction<Count> reduction =
        new OwnReduction<>(none, Count::with, _ -> new Count(1), RecordBytes.like(none));
    final LoopWork.Place place =
        new LoopWork.Place(
            new Communicator(1, 0, Collections.singletonList(null), CallContext.NONE), () -> {});
    final ByteString rounds = reduction.run(new EverySecond(iterations), place, ByteString.EMPTY);
    return reduction.resultOf(reduction.result(rounds)).number();
  }

  @Test
  void asManyPartsAreJoinedAsAMessageHolds() {
    assertThat(countOf(MOST_PARTS)).isEqualTo(MOST_PARTS);
  }

  @Test
  void moreAreRefusedWithWhatToDeclare() {
    assertThatThrownBy(() -> countOf(MOST_PARTS + 1))
        .isInstanceOf(ProgramError.class)
        .hasMessage(
            "a reduction has "
                + (MOST_PARTS + 1)
                + " parts, whose iterations do not lie side by side: declare the loop's array"
                + " without dealt, or with longer blocks");
  }
}
