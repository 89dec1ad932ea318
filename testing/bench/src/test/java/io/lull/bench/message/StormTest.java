package io.lull.bench.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.reconfig.comm.PeerSecurity;
import io.lull.testkit.random.Seed;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A short storm of messages among tasks that move all the time. */
@Timeout(120)
final class StormTest {
  private static final int TASKS = 24;
  private static final int WORKERS = 3;
  private static final int MOVES = 500;

  @RegisterExtension final Seed seed = Seed.ofThisRun();

  @ParameterizedTest
  @EnumSource(names = {"PLAIN", "FROZEN"})
  void eachMessageIsReceivedOnceAndInItsOrder(Storm.Network network) throws Exception {
    final Storm.Outcome outcome =
        new Storm(TASKS, WORKERS, MOVES, seed.random().nextLong(), network)
            .run(PeerSecurity.plain());
    assertThat(outcome.ledger().unequalPairs()).isZero();
    assertThat(outcome.ledger().disorders()).isZero();
    assertThat(outcome.moves()).isGreaterThanOrEqualTo(MOVES);
    assertThat(outcome.together()).as("while both ends of messages move").isPositive();
    assertThat(outcome.chains()).as("again, as soon as it has come").isPositive();
  }
}
