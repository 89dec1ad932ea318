package io.lull.reconfig.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.time.SystemClock;
import io.lull.reconfig.comm.Links;
import io.lull.reconfig.comm.LoopbackLinks;
import io.lull.reconfig.grid.model.GridProvider;
import io.lull.reconfig.state.DistributedState;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class ChangeRehearsalTest {
  private static final Duration LONG_ENOUGH = Duration.ofSeconds(60);

  private final Supplier<DistributedState> states = new GridProvider().rehearsal().orElseThrow();

  private static Links links() throws IOException {
    return LoopbackLinks.of("w1", (_, _) -> {});
  }

  private static int rehearsed(Supplier<DistributedState> states, BooleanSupplier wanted)
      throws IOException {
    try (Links links = links()) {
      return ChangeRehearsal.run(states, links, SystemClock.INSTANCE, LONG_ENOUGH, wanted);
    }
  }

  @Test
  @Timeout(120)
  void carriesOutChangesBetweenTwoWorkersOfItsOwn() throws Exception {
    assertThat(rehearsed(states, () -> true)).isEqualTo(ChangeRehearsal.CHANGES);
  }

  @Test
  @Timeout(120)
  void endsWhenItIsNotWantedAnyMoreAndLeavesNoWorkerBehind() throws Exception {
    final AtomicInteger asked = new AtomicInteger();
    assertThat(rehearsed(states, () -> asked.incrementAndGet() <= 3)).isEqualTo(3);
    assertThat(rehearsing()).isEmpty();
  }

  @Test
  @Timeout(120)
  void endsQuietlyWhenAWorkerFails() throws Exception {
    assertThat(rehearsed(() -> withoutPlans(states.get()), () -> true)).isZero();
    assertThat(rehearsing()).isEmpty();
  }

  /** A state whose plans fail. */
  private static DistributedState withoutPlans(DistributedState state) {
    return (DistributedState)
        Proxy.newProxyInstance(
            DistributedState.class.getClassLoader(),
            new Class<?>[] {DistributedState.class},
            (_, method, arguments) -> {
              if (method.getName().equals("plan")) {
                throw new IllegalStateException("no plan");
              }
              return method.invoke(state, arguments);
            });
  }

  private static List<String> rehearsing() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith(RehearsalWorker.THREAD))
        .toList();
  }
}
