package io.lull.reconfig.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.protocol.time.SystemClock;
import io.lull.reconfig.collective.CallContext;
import io.lull.reconfig.collective.Communicator;
import io.lull.reconfig.comm.Links;
import io.lull.reconfig.comm.LoopbackLinks;
import io.lull.reconfig.comm.WaitLimit;
import io.lull.reconfig.model.Configuration;
import io.lull.reconfig.model.CoupledModel;
import io.lull.reconfig.model.Entry;
import io.lull.reconfig.model.ProgramProgress;
import io.lull.reconfig.model.ProgramResults;
import io.lull.reconfig.model.SafePoints;
import io.lull.reconfig.parallel.KernelThreads;
import io.lull.reconfig.parallel.LoopStopped;
import io.lull.reconfig.state.DistributedState;
import io.lull.reconfig.transfer.TransferReceiver;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What breaks up a configuration, and which one. */
final class CurrentConfigurationTest {
  private final KernelThreads threads = new KernelThreads(() -> 1);
  private final Links links;
  private final CurrentConfiguration membership;

  /** A program of which only the loops matter. */
  private record Loops(KernelThreads threads) implements CoupledModel {
    @Override
    public void interrupt() {
      threads.stop();
    }

    @Override
    public void resume() {
      threads.resume();
    }

    @Override
    public void declare() {}

    @Override
    public DistributedState state() {
      throw new AssertionError("it has none");
    }

    @Override
    public void enter(Configuration now, Entry entry) {}

    @Override
    public void run(SafePoints points) {}

    @Override
    public ProgramResults finish() {
      return new ProgramResults(false, List.of());
    }

    @Override
    public ProgramProgress progress() {
      return new ProgramProgress(0, 0);
    }
  }

  CurrentConfigurationTest() throws IOException {
    links = links("w1");
    membership = new CurrentConfiguration(links, new Loops(threads));
  }

  private static Links links(String name) throws IOException {
    return LoopbackLinks.of(name, new TransferReceiver(SystemClock.INSTANCE));
  }

  @AfterEach
  void end() {
    links.close();
    threads.close();
  }

  private Communicator enter(long epoch, String... others) {
    final Communicator group =
        new Communicator(epoch, 0, Collections.singletonList(null), CallContext.NONE);
    membership.enter(group, List.of(others));
    return group;
  }

  @Test
  void anEpochThatIsOverBeforeItIsEnteredIsBrokenFromItsBeginning() {
    membership.breakUpBefore(7, "the job goes back");
    assertThat(enter(6).isBroken()).isTrue();
    assertThatThrownBy(threads::requireGoing).isInstanceOf(LoopStopped.class);
    assertThat(enter(7).isBroken()).isFalse();
    threads.requireGoing();
  }

  @Test
  void theLossOfALinkBreaksUpWhatReliesOnItAlone() throws Exception {
    try (Links others = links("w2")) {
      final WaitLimit patience =
          WaitLimit.until(System.nanoTime() + Duration.ofSeconds(60).toNanos());
      final Communicator present =
          new Communicator(
              2,
              0,
              Arrays.asList(null, links.to("w2", others.host(), others.port(), 2, patience)),
              CallContext.NONE);
      membership.enter(present, List.of("w1", "w2"));
      assertThat(membership.lose("w3", 2, "gone")).isNull();
      // An older link to a worker that is reached by a new one.
      assertThat(membership.lose("w2", 1, "gone")).isNull();
      assertThat(present.isBroken()).isFalse();
      assertThat(membership.lose("w2", 2, "gone")).isSameAs(present);
      // It is told once.
      assertThat(membership.lose("w2", 2, "gone")).isNull();
    }
  }
}
