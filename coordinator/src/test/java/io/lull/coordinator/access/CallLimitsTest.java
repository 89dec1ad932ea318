package io.lull.coordinator.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.grpc.Context;
import io.grpc.MethodDescriptor;
import io.lull.coordinator.core.access.Caller;
import io.lull.protocol.model.Role;
import io.lull.protocol.wire.GridGrpc;
import io.lull.testkit.time.VirtualClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class CallLimitsTest {
  private final VirtualClock clock = new VirtualClock();
  private final CallLimits.Allowance allowance =
      new CallLimits(clock).of(new Caller("ann", Role.USER, ByteString.EMPTY, "10.0.0.7"));

  @Test
  void aLookAtALogCostsAsMuchAsAListOfJobs() {
    assertThat(inARow(GridGrpc.getLogsMethod())).isEqualTo(CallLimits.CALLS_OF_PERSON.atOnce() / 4);
    clock.advance(Duration.ofMinutes(1));
    assertThat(inARow(GridGrpc.getListJobsMethod()))
        .isEqualTo(CallLimits.CALLS_OF_PERSON.atOnce() / 4);
  }

  @Test
  void aWindowAndACommandThatLookOnceASecondAreNeverRefused() {
    for (int second = 0; second < 60; second++) {
      for (int i = 0; i < 4; i++) {
        assertThat(made(GridGrpc.getLogsMethod())).isTrue();
        assertThat(made(GridGrpc.getGetJobMethod())).isTrue();
      }
      clock.advance(Duration.ofSeconds(1));
    }
  }

  @Test
  void whatACallCostsBesidesIsOwedBeforeTheNext() {
    assertThat(made(GridGrpc.getGetAvailabilityMethod())).isTrue();
    Context.current()
        .withValue(CallCost.KEY, allowance)
        .run(() -> CallCost.add(CallLimits.CALLS_OF_PERSON.atOnce()));
    assertThat(made(GridGrpc.getGetJobMethod())).isFalse();
    clock.advance(Duration.ofSeconds(1));
    assertThat(made(GridGrpc.getGetJobMethod())).isTrue();
  }

  @Test
  void whereCallsAreNotCountedNothingIsOwed() {
    CallCost.add(1000);
    assertThat(made(GridGrpc.getGetJobMethod())).isTrue();
  }

  private int inARow(MethodDescriptor<?, ?> method) {
    int made = 0;
    while (made(method)) {
      made++;
    }
    return made;
  }

  /** Whether it is let in; it has ended then. */
  private boolean made(MethodDescriptor<?, ?> method) {
    final boolean begins = allowance.begins(method).isEmpty();
    if (begins) {
      allowance.asked(method);
      allowance.ended(method, 0);
    }
    return begins;
  }
}
