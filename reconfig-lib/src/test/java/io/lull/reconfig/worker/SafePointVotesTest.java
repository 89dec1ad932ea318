package io.lull.reconfig.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.transport.Frames;
import io.lull.protocol.wire.AtSafePoint;
import io.lull.protocol.wire.Propose;
import io.lull.protocol.wire.WorkerOrder;
import io.lull.protocol.wire.WorkerReport;
import io.lull.reconfig.model.Entry;
import io.lull.reconfig.model.SafePointCounter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A worker answers when it may stop, and not while a unit of its state is under way. */
final class SafePointVotesTest {
  private final LoneWorker worker = new LoneWorker(new SafePointsOnly());
  private final SafePointCounter counter = worker.program().safePoints();
  private final DueOrders orders = new DueOrders(counter);
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final CompletableFuture<Void> quiet = new CompletableFuture<>();
  private final SafePointVotes votes =
      new SafePointVotes(
          orders,
          worker.configuration(),
          counter,
          worker.safePoints(),
          () -> quiet,
          new Reports(said));

  SafePointVotesTest() throws IOException {
    worker.enter(1, Entry.FRESH);
  }

  @AfterEach
  void end() {
    worker.close();
  }

  private static WorkerOrder propose(long proposal) {
    return WorkerOrder.newBuilder().setPropose(Propose.newBuilder().setProposal(proposal)).build();
  }

  private List<AtSafePoint> answers() throws IOException {
    final ByteArrayInputStream in = new ByteArrayInputStream(said.toByteArray());
    final List<AtSafePoint> answers = new ArrayList<>();
    WorkerReport report = Frames.read(in, WorkerReport.parser());
    while (report != null) {
      answers.add(report.getAtSafePoint());
      report = Frames.read(in, WorkerReport.parser());
    }
    return answers;
  }

  @Test
  void theAnswerWaitsForUnitsThatAreUnderWay() throws Exception {
    votes.make(propose(1));
    assertThat(answers()).isEmpty();
    counter.count(false);
    quiet.complete(null);
    assertThat(answers()).singleElement().returns(2L, AtSafePoint::getSafePoint);
    assertThat(orders.poll()).isNotNull().returns(2L, DueOrder::safePoint);
  }

  @Test
  void anAnswerThatIsNotWantedAnyMoreStopsNobody() throws Exception {
    votes.make(propose(1));
    votes.callOff();
    quiet.complete(null);
    assertThat(answers()).isEmpty();
    assertThat(orders.poll()).isNull();
    votes.make(propose(2));
    assertThat(answers()).singleElement().returns(2L, AtSafePoint::getProposal);
  }
}
