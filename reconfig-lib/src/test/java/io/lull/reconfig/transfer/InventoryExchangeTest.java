package io.lull.reconfig.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.time.SystemClock;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Member;
import io.lull.reconfig.comm.ChannelHandlers;
import io.lull.reconfig.comm.Links;
import io.lull.reconfig.comm.LoopbackLinks;
import io.lull.reconfig.state.Holdings;
import io.lull.reconfig.state.StatePlan;
import io.lull.reconfig.state.StateSource;
import io.lull.reconfig.state.StateTransfer;
import io.lull.reconfig.state.StateUnit;
import io.lull.reconfig.state.TransferReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** All workers plan from the same units. */
@Timeout(60)
final class InventoryExchangeTest {
  private static final long DEADLINE_MILLIS = 30_000;

  /** One worker that has no state but units. */
  private static final class Side implements AutoCloseable {
    private final Links links;
    private final InventoryExchange exchange;
    private final Member member;

    Side(String name) throws IOException {
      final TransferReceiver receiver = new TransferReceiver(SystemClock.INSTANCE);
      links = LoopbackLinks.of(name, receiver.register(new ChannelHandlers()));
      exchange = new InventoryExchange(name, links, receiver, SystemClock.INSTANCE);
      member =
          Member.newBuilder()
              .setWorker(name)
              .setHost(links.host())
              .setPort(links.port())
              .setWeight(1)
              .build();
    }

    @Override
    public void close() {
      links.close();
    }
  }

  /** Each rank's units bear its number. */
  private static final StateSource UNITS =
      new StateSource() {
        @Override
        public TransferReader read(StatePlan plan, StateTransfer transfer) throws IOException {
          throw new IOException("nothing is read");
        }

        @Override
        public List<StateUnit> units(int rank) {
          return units(rank, 2 + rank);
        }

        private static List<StateUnit> units(int rank, int count) {
          final List<StateUnit> units = new ArrayList<>();
          for (int i = 0; i < count; i++) {
            units.add(new StateUnit("unit " + rank + "." + i, 10L * rank + i));
          }
          return units;
        }
      };

  @Test
  void eachWorkerKnowsItsOwnUnitsAndThoseOfAllOthers() throws Exception {
    final List<Side> sides = List.of(new Side("w0"), new Side("w1"), new Side("w2"));
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      final List<Member> members = sides.stream().map(side -> side.member).toList();
      // The second holds two ranks, the third none.
      final Holdings held =
          new Holdings(
              Layout.newBuilder().addAllMembers(members).build(),
              List.of("w0", "w1", "w1"),
              List.of(),
              false);
      final List<Future<InventoryExchange.Outcome>> outcomes = new ArrayList<>();
      for (final Side side : sides) {
        final List<Member> others =
            members.stream().filter(member -> !member.equals(side.member)).toList();
        outcomes.add(
            threads.submit(
                () -> side.exchange.carryOut(1, held, UNITS, others, 0, DEADLINE_MILLIS)));
      }
      for (final Future<InventoryExchange.Outcome> outcome : outcomes) {
        assertThat(outcome.get().failure()).isNull();
        assertThat(outcome.get().units())
            .containsExactly(UNITS.units(0), UNITS.units(1), UNITS.units(2));
      }
    } finally {
      sides.forEach(Side::close);
    }
  }
}
