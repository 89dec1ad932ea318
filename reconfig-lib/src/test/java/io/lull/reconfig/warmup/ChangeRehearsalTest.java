package io.lull.reconfig.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.time.SystemClock;
import io.lull.reconfig.comm.Links;
import io.lull.reconfig.comm.PeerSecurity;
import io.lull.reconfig.grid.model.GridProvider;
import io.lull.reconfig.state.DistributedState;
import java.net.InetAddress;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class ChangeRehearsalTest {
  @Test
  @Timeout(120)
  void carriesOutChangesBetweenTwoWorkersOfItsOwn() throws Exception {
    final Supplier<DistributedState> states = new GridProvider().rehearsal().orElseThrow();
    try (Links links =
        new Links(
            "w1",
            InetAddress.getLoopbackAddress(),
            PeerSecurity.plain(),
            (_, _) -> {},
            (_, _) -> {},
            (_, _, _) -> {},
            SystemClock.INSTANCE)) {
      assertThat(
              ChangeRehearsal.run(
                  states, links, SystemClock.INSTANCE, Duration.ofSeconds(60), () -> true))
          .isEqualTo(ChangeRehearsal.CHANGES);
      final AtomicInteger asked = new AtomicInteger();
      assertThat(
              ChangeRehearsal.run(
                  states,
                  links,
                  SystemClock.INSTANCE,
                  Duration.ofSeconds(60),
                  () -> asked.incrementAndGet() <= 3))
          .isEqualTo(3);
    }
  }
}
