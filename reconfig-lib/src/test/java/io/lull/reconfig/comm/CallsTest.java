package io.lull.reconfig.comm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What waiting workers say is compared with the calls of the same time, and with no others. */
final class CallsTest {
  /** More than there are turns that sixteen bits tell apart. */
  private static final int SEVERAL_WRAPS = 3 << 16;

  private static final int OTHER = 1;

  private final Calls calls = new Calls(0, _ -> 0);
  private final Calls others = new Calls(OTHER, _ -> 0);
  private final AtomicLongArray claims = new AtomicLongArray(2);

  private void begin(Call call) {
    calls.begin(call, 0);
    calls.forgetOld(claims);
  }

  private @Nullable String disagreement() {
    final long claim = claims.get(OTHER);
    return claim == 0 ? null : calls.disagreement(OTHER, claim);
  }

  @Test
  void whoWaitedOnceIsNotTakenForOneThatWaitsManyCallsLater() {
    begin(Call.MAX);
    claims.set(OTHER, calls.stamp());
    for (int turn = 0; turn < SEVERAL_WRAPS; turn++) {
      begin(Call.MAX);
      assertThat(disagreement()).isNull();
    }
  }

  @Test
  void whoMadeAnotherCallIsFoundAtAnyTurn() {
    for (int turn = 1; turn < SEVERAL_WRAPS; turn++) {
      others.begin(Call.SUM, 0);
      claims.set(OTHER, others.stamp());
      begin(Call.MAX);
      assertThat(disagreement()).startsWith("worker of rank 1 is at sum(...) in iteration 0");
      begin(Call.MAX);
      others.begin(Call.MAX, 0);
      assertThat(disagreement()).isNotNull();
    }
  }

  @Test
  void whoIsAheadIsFoundAsSoonAsItsCallIsReached() {
    others.begin(Call.MAX, 0);
    others.begin(Call.SUM, 0);
    claims.set(OTHER, others.stamp());
    begin(Call.MAX);
    assertThat(disagreement()).isNull();
    begin(Call.MAX);
    assertThat(disagreement()).isNotNull();
  }
}
