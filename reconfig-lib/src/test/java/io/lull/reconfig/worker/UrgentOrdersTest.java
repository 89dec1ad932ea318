package io.lull.reconfig.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.time.SystemClock;
import io.lull.protocol.wire.Generation;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Live;
import io.lull.protocol.wire.Member;
import io.lull.protocol.wire.Reconfigure;
import io.lull.protocol.wire.WorkerOrder;
import io.lull.reconfig.comm.ChannelHandlers;
import io.lull.reconfig.comm.Links;
import io.lull.reconfig.comm.LoopbackLinks;
import io.lull.reconfig.model.Entry;
import io.lull.reconfig.state.Holdings;
import io.lull.reconfig.state.StatePlan;
import io.lull.reconfig.state.StateSource;
import io.lull.reconfig.state.StateTransfer;
import io.lull.reconfig.state.StateUnit;
import io.lull.reconfig.state.TransferReader;
import io.lull.reconfig.transfer.InventoryExchange;
import io.lull.reconfig.transfer.TransferReceiver;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the thread that reads orders does at once. */
@Timeout(60)
final class UrgentOrdersTest {
  private static final String SELF = "w1";
  private static final long DEADLINE_MILLIS = 30_000;

  private final LoneWorker worker = new LoneWorker(new SafePointsOnly());
  private final TransferReceiver receiver = new TransferReceiver(SystemClock.INSTANCE);
  private final Links links = LoopbackLinks.of(SELF, receiver.register(new ChannelHandlers()));
  private final Reports reports = new Reports(new ByteArrayOutputStream());
  private final DueOrders orders = new DueOrders(worker.program().safePoints());
  private final UrgentOrders urgent =
      new UrgentOrders(
          orders,
          new SafePointVotes(
              orders,
              worker.configuration(),
              worker.program().safePoints(),
              worker.safePoints(),
              () -> CompletableFuture.completedFuture(null),
              reports),
          worker.configuration(),
          new ChangePrefetch(
              SELF,
              worker.program(),
              links,
              receiver.preCopy(),
              orders,
              reports,
              SystemClock.INSTANCE),
          worker.safePoints(),
          links,
          receiver);

  UrgentOrdersTest() throws IOException {
    worker.enter(1, Entry.FRESH);
  }

  @AfterEach
  void end() {
    links.close();
    worker.close();
  }

  /** Says its units, while a link to another worker is lost, and then calls a third one. */
  private String failureWhenALinkIsLost(long epoch, long linkEpoch) throws Exception {
    final Member self = Member.newBuilder().setWorker(SELF).setWeight(1).build();
    final Holdings held =
        new Holdings(Layout.newBuilder().addMembers(self).build(), List.of(SELF), List.of(), false);
    final StateSource source =
        new StateSource() {
          @Override
          public TransferReader read(StatePlan plan, StateTransfer transfer) throws IOException {
            throw new IOException("nothing is read");
          }

          @Override
          public List<StateUnit> units(int rank) {
            urgent.lost("w2", linkEpoch, "the connection ended");
            return List.of();
          }
        };
    try (Links third = LoopbackLinks.of("w3", new ChannelHandlers())) {
      final Member peer =
          Member.newBuilder().setWorker("w3").setHost(third.host()).setPort(third.port()).build();
      return String.valueOf(
          new InventoryExchange(SELF, links, receiver, SystemClock.INSTANCE)
              .carryOut(epoch, held, source, List.of(peer), epoch, DEADLINE_MILLIS)
              .failure());
    }
  }

  private void order(long epoch, Reconfigure.Builder order) {
    urgent.order(WorkerOrder.newBuilder().setReconfigure(order.setEpoch(epoch)).build());
  }

  @Test
  void aChangeFromWhatIsKeptDoesWithoutLinksThatAreOlder() throws Exception {
    order(2, Reconfigure.newBuilder().setGeneration(Generation.getDefaultInstance()));
    assertThat(failureWhenALinkIsLost(2, 1)).isEqualTo("null");
    order(3, Reconfigure.newBuilder().setGeneration(Generation.getDefaultInstance()));
    assertThat(failureWhenALinkIsLost(3, 3)).isEqualTo("the change is over");
  }

  @Test
  void aChangeOfWhatIsLiveEndsWithAnyLink() throws Exception {
    order(2, Reconfigure.newBuilder().setLive(Live.getDefaultInstance()));
    assertThat(failureWhenALinkIsLost(2, 1)).isEqualTo("the change is over");
  }
}
