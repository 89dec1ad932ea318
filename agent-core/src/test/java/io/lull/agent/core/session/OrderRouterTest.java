package io.lull.agent.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.agent.core.owner.NodeEvent;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.EndWorker;
import io.lull.protocol.wire.KeepPiece;
import io.lull.protocol.wire.Meet;
import io.lull.protocol.wire.Proceed;
import io.lull.protocol.wire.Propose;
import io.lull.protocol.wire.Reconfigure;
import io.lull.protocol.wire.Refresh;
import io.lull.protocol.wire.StartWorker;
import io.lull.protocol.wire.ToWorker;
import io.lull.protocol.wire.WorkerOrder;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OrderRouterTest {
  private final List<String> calls = new ArrayList<>();
  private final OrderRouter router =
      new OrderRouter(
          (OrderTargets)
              Proxy.newProxyInstance(
                  OrderTargets.class.getClassLoader(),
                  new Class<?>[] {OrderTargets.class},
                  (_, method, arguments) -> {
                    calls.add(
                        switch (arguments[0]) {
                          case NodeEvent.HandOver e -> "owner " + e.worker() + " " + e.last();
                          case NodeEvent.GuestWoken e -> "woken " + e.worker();
                          default -> method.getName();
                        });
                    return null;
                  }));

  private void route(AgentOrder.Builder order) throws IOException {
    calls.clear();
    router.route(order.build());
  }

  private static AgentOrder.Builder toWorker(WorkerOrder.Builder order) {
    return AgentOrder.newBuilder()
        .setToWorker(ToWorker.newBuilder().setWorker("w").setOrder(order));
  }

  @Test
  void aGuestThatIsAskedForItsDataMayRunAndOneThatIsDoneMayNot() throws Exception {
    route(toWorker(WorkerOrder.newBuilder().setPropose(Propose.newBuilder())));
    assertThat(calls).containsExactly("toWorker", "owner w false");
    route(toWorker(WorkerOrder.newBuilder().setProceed(Proceed.newBuilder())));
    assertThat(calls).containsExactly("toWorker", "owner w true");
    route(toWorker(WorkerOrder.newBuilder()));
    assertThat(calls).containsExactly("toWorker");
  }

  @Test
  void aGhostIsAWorkerLikeAnyOtherBeforeItHearsThatItIsToHaveData() throws Exception {
    route(toWorker(WorkerOrder.newBuilder().setMeet(Meet.newBuilder())));
    assertThat(calls).containsExactly("woken w", "toWorker");
    route(toWorker(WorkerOrder.newBuilder().setReconfigure(Reconfigure.newBuilder())));
    assertThat(calls).containsExactly("woken w", "toWorker", "owner w false");
  }

  @Test
  void aGuestThatIsToEndMayRunBeforeItIsAsked() throws Exception {
    route(AgentOrder.newBuilder().setEndWorker(EndWorker.newBuilder().setWorker("w")));
    assertThat(calls).containsExactly("owner w true", "end");
  }

  @Test
  void everyOrderGoesToOnePart() throws Exception {
    route(AgentOrder.newBuilder().setStartWorker(StartWorker.newBuilder().setJob("J1")));
    assertThat(calls).containsExactly("start");
    route(AgentOrder.newBuilder().setKeepPiece(KeepPiece.newBuilder().setJob("J1")));
    assertThat(calls).containsExactly("keep");
    route(AgentOrder.newBuilder().setRefresh(Refresh.getDefaultInstance()));
    assertThat(calls).isEmpty();
    assertThat(
            OrderRouter.jobOf(
                AgentOrder.newBuilder().setKeepPiece(KeepPiece.newBuilder().setJob("J1")).build()))
        .isEqualTo("J1");
  }
}
