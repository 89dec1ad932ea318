package io.lull.coordinator.core.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.job.JobEvent;
import io.lull.coordinator.core.session.RecordedSession;
import io.lull.coordinator.core.store.InMemoryRecordMaps;
import io.lull.protocol.model.LogEnd;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.AgentReport;
import io.lull.protocol.wire.LogTail;
import io.lull.protocol.wire.WorkerEnded;
import io.lull.testkit.time.VirtualClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What somebody who looks at a job's log hears of those that run. */
class LiveLogTailsTest {

  private final VirtualClock clock = new VirtualClock();
  private final ControlRound rounds =
      Controls.rounds(
          new InMemoryRecordMaps(), new KeptHistory(), clock, new GridControl.Terms(1, false));
  private final GridControl control = rounds.grid();
  private final Map<String, RecordedSession> nodes = new TreeMap<>();

  @Test
  void theNodesOfRunningWorkersAreAskedAndWhatTheySayIsTold() {
    run(2);
    final LiveLogTails.Asked asked = look();
    assertThat(asked.awaited()).hasSize(2).noneMatch(each -> each.answer().given());
    for (final LiveLogTails.Awaited each : asked.awaited()) {
      assertThat(questions(each.node())).containsExactly(each.worker());
      answer(each, "I am " + each.worker() + "\n");
    }
    assertThat(heard(asked))
        .isEqualTo(
            new LiveLog(
                asked.awaited().stream()
                    .map(each ->
                        new LiveLog.Tail(
                            each.worker(), each.node(), "I am " + each.worker() + "\n"))
                    .toList(),
                0));
  }

  @Test
  void nobodyIsAskedAsLongAsNobodyLooks() {
    run(1);
    ticks(Duration.ofSeconds(10));
    assertThat(questions("ws1")).isEmpty();
  }

  @Test
  void aWorkerIsAskedOnceASecondHoweverManyLook() {
    run(1);
    final LiveLogTails.Asked first = look();
    final LiveLogTails.Asked second = look();
    assertThat(questions("ws1")).hasSize(1);
    answer(first.awaited().getFirst(), "iteration 1\n");
    assertThat(text(second)).isEqualTo("iteration 1\n");
    clock.advance(Duration.ofMillis(900));
    assertThat(text(look())).isEqualTo("iteration 1\n");
    assertThat(questions("ws1")).hasSize(1);
    clock.advance(Duration.ofMillis(100));
    look();
    assertThat(questions("ws1")).hasSize(2);
  }

  @Test
  void whatIsNotAnsweredInTimeIsToldAsItWasBefore() {
    run(1);
    answer(look().awaited().getFirst(), "iteration 1\n");
    clock.advance(LiveLogTails.BETWEEN_QUESTIONS);
    final LiveLogTails.Asked again = look();
    assertThat(text(again)).isEqualTo("iteration 1\n");
    answer(again.awaited().getFirst(), "iteration 2\n");
    assertThat(text(again)).isEqualTo("iteration 2\n");
  }

  @Test
  void aLateAnswerIsForWhoeverStillWaits() {
    run(1);
    final LiveLogTails.Asked first = look();
    clock.advance(LiveLogTails.BETWEEN_QUESTIONS);
    final LiveLogTails.Asked second = look();
    answer(second.awaited().getFirst(), "late\n");
    assertThat(text(first)).isEqualTo("late\n");
    assertThat(text(second)).isEqualTo("late\n");
  }

  @Test
  void whoDoesNotKnowTheQuestionIsLeftOut() {
    run(1);
    assertThat(heard(look())).isEqualTo(LiveLog.NONE);
    assertThat(new LiveLogTails.Asked(List.of(never()), 3))
        .satisfies(asked -> assertThat(heard(asked)).isEqualTo(new LiveLog(List.of(), 3)));
  }

  private static LiveLogTails.Awaited never() {
    return new LiveLogTails.Awaited("J1-w1", "ws1", new LiveLogTails.Answer(), "");
  }

  @Test
  void anAnswerCountsOnlyFromTheNodeThatRunsTheWorkerAndIfItWasAsked() {
    run(2);
    final String unasked = worker("ws1");
    says("ws1", "J1", unasked, "nobody asked\n");
    final LiveLogTails.Asked asked = look();
    final LiveLogTails.Awaited one = asked.awaited().getFirst();
    final LiveLogTails.Awaited other = asked.awaited().getLast();
    says(other.node(), "J1", one.worker(), "from another node\n");
    says(one.node(), "J2", one.worker(), "of another job\n");
    assertThat(asked.awaited()).noneMatch(each -> each.answer().given());
    answer(one, "true\n");
    assertThat(one.answer().orElse("none")).isEqualTo("true\n");
  }

  @Test
  void aWorkerThatEndsIsForgottenAndNobodyWaitsForIt() {
    run(2);
    final LiveLogTails.Asked asked = look();
    final LiveLogTails.Awaited one = asked.awaited().getFirst();
    final LiveLogTails.Awaited other = asked.awaited().getLast();
    ends(other.node(), one.worker());
    round();
    assertThat(one.answer().given()).isFalse();
    ends(one.node(), one.worker());
    assertThat(one.answer().given()).as("its last words are not stored yet").isFalse();
    round();
    assertThat(one.answer().orElse("none")).isEqualTo("");
    answer(one, "said behind its end\n");
    assertThat(look().awaited()).noneMatch(each -> each.worker().equals(one.worker()));
  }

  @Test
  void aJobThatEndsIsForgotten() {
    run(1);
    final LiveLogTails.Asked asked = look();
    control.jobs().tell("J1", new JobEvent.Cancel("ada"));
    clock.advance(Timings.TICK);
    round();
    assertThat(asked.awaited().getFirst().answer().orElse("none")).isEqualTo("");
    assertThat(look()).isEqualTo(LiveLogTails.Asked.NOBODY);
    assertThat(control.listen("J7", new LiveLogTails.Wanted(List.of(), 0)))
        .isEqualTo(LiveLogTails.Asked.NOBODY);
  }

  @Test
  void whatNobodyAsksAboutIsForgottenAfterAWhile() {
    run(1);
    answer(look().awaited().getFirst(), "iteration 1\n");
    ticks(LiveLogTails.KEPT.plusMillis(400));
    assertThat(text(look())).isEmpty();
  }

  @Test
  void ofMoreThanCanBeAskedTheRestIsCounted() {
    run(LogEnd.MAX_RUNNING + 6);
    final LiveLogTails.Asked asked = look();
    assertThat(asked.awaited()).hasSize(LogEnd.MAX_RUNNING);
    assertThat(asked.leftOut()).isEqualTo(6);
    assertThat(nodes.keySet().stream().mapToInt(node -> questions(node).size()).sum())
        .isEqualTo(LogEnd.MAX_RUNNING);
  }

  @Test
  void whoIsToBeAskedIsChosenBeforeTheControlLoopHasToDoWithIt() {
    run(LogEnd.MAX_RUNNING + 6);
    final LiveLogTails.Wanted wanted = wanted();
    assertThat(wanted.workers())
        .isEqualTo(List.copyOf(job().workers().values()).subList(0, LogEnd.MAX_RUNNING));
    assertThat(wanted.leftOut()).isEqualTo(6);
  }

  @Test
  void aWorkerThatHasEndedSinceItWasChosenIsNotAsked() {
    run(2);
    final LiveLogTails.Wanted wanted = wanted();
    final String gone = worker("ws1");
    ends("ws1", gone);
    round();
    assertThat(job().workers()).doesNotContainKey(gone);
    assertThat(control.listen("J1", wanted).awaited())
        .noneMatch(each -> each.worker().equals(gone));
  }

  @Test
  void aNodeThatIsOutOfReachIsNotWaitedFor() {
    run(2);
    control.disconnected(node("ws1"));
    assertThat(look().awaited())
        .singleElement()
        .satisfies(each -> assertThat(each.node()).isEqualTo("ws2"));
  }

  /** A job with a worker on each of so many nodes. */
  private void run(int workers) {
    for (int i = 1; i <= workers; i++) {
      final RecordedSession link = new RecordedSession("ws" + i, "key " + i, clock);
      nodes.put("ws" + i, link);
      control.connected(link, Controls.hello("run-1"));
    }
    control.jobs().add(Controls.job(workers, clock));
    round();
    nodes.forEach((name, _) -> assertThat(worker(name)).startsWith("J1-"));
  }

  private static LiveLog heard(LiveLogTails.Asked asked) {
    return asked.log(
        asked.awaited().stream().map(each -> each.answer().orElse(each.before())).toList());
  }

  private LiveLogTails.Asked look() {
    final LiveLogTails.Asked asked = control.listen("J1", wanted());
    round();
    return asked;
  }

  private LiveLogTails.Wanted wanted() {
    return LiveLogTails.Wanted.of(job());
  }

  private Job job() {
    return control.jobs().find("J1").orElseThrow();
  }

  private static String text(LiveLogTails.Asked asked) {
    return heard(asked).tails().stream().map(LiveLog.Tail::text).findFirst().orElse("");
  }

  private void answer(LiveLogTails.Awaited question, String text) {
    says(question.node(), "J1", question.worker(), text);
  }

  private void says(String node, String job, String worker, String text) {
    final RecordedSession link = node(node);
    link.says(
        "log/" + worker,
        AgentReport.newBuilder()
            .setLogTail(LogTail.newBuilder().setJob(job).setWorker(worker).setText(text))
            .build());
    control.refreshed(link, "log/" + worker);
  }

  private void ends(String node, String worker) {
    control.reported(
        node(node),
        AgentReport.newBuilder()
            .setSequence(1)
            .setWorkerEnded(WorkerEnded.newBuilder().setJob("J1").setWorker(worker))
            .build());
  }

  private List<String> questions(String node) {
    return node(node).orders().stream()
        .filter(AgentOrder::hasTellLog)
        .map(order -> order.getTellLog().getWorker())
        .toList();
  }

  private String worker(String node) {
    return node(node).orders().stream()
        .filter(AgentOrder::hasStartWorker)
        .map(order -> order.getStartWorker().getWorker())
        .findFirst()
        .orElse("");
  }

  private RecordedSession node(String name) {
    final RecordedSession link = nodes.get(name);
    assertThat(link).as(name).isNotNull();
    return java.util.Objects.requireNonNull(link);
  }

  private void round() {
    assertThat(rounds.run(List.of())).isInstanceOf(ControlRound.Outcome.Done.class);
  }

  private void ticks(Duration duration) {
    for (Duration passed = Duration.ZERO;
        passed.compareTo(duration) < 0;
        passed = passed.plus(Timings.TICK)) {
      clock.advance(Timings.TICK);
      nodes.values().forEach(RecordedSession::hear);
      round();
    }
  }
}
