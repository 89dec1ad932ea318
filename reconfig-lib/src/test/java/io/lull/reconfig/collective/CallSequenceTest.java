package io.lull.reconfig.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What waiting workers say is compared with the calls of the same time, and with no others. */
final class CallSequenceTest {
  /** More than there are turns that sixteen bits tell apart. */
  private static final int SEVERAL_WRAPS = 3 << 16;

  private static final int OTHER = 1;

  private final CallSequence calls = new CallSequence(0, CallContext.NONE);
  private final CallSequence others = new CallSequence(OTHER, CallContext.NONE);
  private final AtomicLongArray claims = new AtomicLongArray(2);

  private void begin(CollectiveCall call) {
    calls.begin(call, 0);
    calls.forgetOld(claims);
  }

  private @Nullable String disagreement() {
    final long claim = claims.get(OTHER);
    return claim == 0 ? null : calls.disagreement(OTHER, claim);
  }

  @Test
  void whoWaitedOnceIsNotTakenForOneThatWaitsManyCallsLater() {
    begin(CollectiveCall.MAX);
    claims.set(OTHER, calls.stamp());
    for (int turn = 0; turn < SEVERAL_WRAPS; turn++) {
      begin(CollectiveCall.MAX);
      assertThat(disagreement()).isNull();
    }
  }

  @Test
  void whoMadeAnotherCallIsFoundAtAnyTurn() {
    for (int turn = 1; turn < SEVERAL_WRAPS; turn++) {
      others.begin(CollectiveCall.SUM, 0);
      claims.set(OTHER, others.stamp());
      begin(CollectiveCall.MAX);
      assertThat(disagreement()).startsWith("worker of rank 1 is at sum(...) in iteration 0");
      begin(CollectiveCall.MAX);
      others.begin(CollectiveCall.MAX, 0);
      assertThat(disagreement()).isNotNull();
    }
  }

  @Test
  void whoIsAheadIsFoundAsSoonAsItsCallIsReached() {
    others.begin(CollectiveCall.MAX, 0);
    others.begin(CollectiveCall.SUM, 0);
    claims.set(OTHER, others.stamp());
    begin(CollectiveCall.MAX);
    assertThat(disagreement()).isNull();
    begin(CollectiveCall.MAX);
    assertThat(disagreement()).isNotNull();
  }
}
