package io.lull.reconfig.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.wire.Capture;
import io.lull.protocol.wire.Completed;
import io.lull.protocol.wire.Live;
import io.lull.protocol.wire.Proceed;
import io.lull.protocol.wire.Propose;
import io.lull.protocol.wire.Reconfigure;
import io.lull.protocol.wire.WorkerOrder;
import io.lull.reconfig.worker.ProtocolState.Active;
import io.lull.reconfig.worker.ProtocolState.Approaching;
import io.lull.reconfig.worker.ProtocolState.Broken;
import io.lull.reconfig.worker.ProtocolState.ChangePrepared;
import io.lull.reconfig.worker.ProtocolState.Computing;
import io.lull.reconfig.worker.ProtocolState.Departed;
import io.lull.reconfig.worker.ProtocolState.Failing;
import io.lull.reconfig.worker.ProtocolState.Finished;
import io.lull.reconfig.worker.ProtocolState.Holding;
import io.lull.reconfig.worker.ProtocolState.PreparedChange;
import io.lull.reconfig.worker.ProtocolState.Run;
import io.lull.reconfig.worker.ProtocolState.Unplaced;
import io.lull.reconfig.worker.WorkerEffect.Commit;
import io.lull.reconfig.worker.WorkerEffect.Prepare;
import io.lull.reconfig.worker.WorkerEffect.VoteAtRest;
import io.lull.reconfig.worker.WorkerEvent.ChangeFailed;
import io.lull.reconfig.worker.WorkerEvent.ChangeReady;
import io.lull.reconfig.worker.WorkerEvent.EpochBroke;
import io.lull.reconfig.worker.WorkerEvent.Ordered;
import io.lull.reconfig.worker.WorkerEvent.ProgramFailed;
import io.lull.reconfig.worker.WorkerEvent.ProgramFinished;
import io.lull.reconfig.worker.WorkerEvent.Progress;
import io.lull.reconfig.worker.WorkerEvent.SafePointReached;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Every state with every event, as the table beside this test says, line by line; and runs of
 * random orders, which come twice, late and for other epochs.
 */
final class WorkerProtocolTest {
  private static final long EPOCH = 3;
  private static final long NEXT_EPOCH = 4;
  private static final long PASSED = 10;
  private static final Run RUN = new Run(EPOCH, 0);
  private static final Progress AT = new Progress(PASSED, false);
  private static final Progress AT_END = new Progress(PASSED, true);
  private static final Completed REPORT = Completed.newBuilder().setEpoch(EPOCH).build();
  private static final DueOrder VOTED = propose(PASSED + 1);

  private static Map<String, ProtocolState> states() {
    final Map<String, ProtocolState> states = new LinkedHashMap<>();
    states.put("unplaced", new Unplaced());
    states.put("holding", new Holding(RUN));
    states.put("broken", new Broken(RUN));
    states.put("finished", new Finished(RUN, REPORT));
    states.put("computing", new Computing(RUN));
    states.put("approaching", new Approaching(RUN, VOTED));
    states.put("prepared, member", prepared(new Holding(RUN), true));
    states.put("prepared, leaver", prepared(new Holding(RUN), false));
    states.put("prepared, broken before", prepared(new Broken(RUN), true));
    states.put("prepared, unplaced before", prepared(new Unplaced(), true));
    states.put("departed", new Departed(RUN));
    states.put("failing", new Failing(RUN));
    return states;
  }

  private static ProtocolState prepared(ProtocolState.AtRest before, boolean member) {
    return new ChangePrepared(
        before, new PreparedChange(NEXT_EPOCH, member, before instanceof Holding));
  }

  private static Map<String, WorkerEvent> events() {
    final DueOrder change =
        due(WorkerOrder.newBuilder().setReconfigure(Reconfigure.newBuilder().setEpoch(5)), PASSED);
    final Map<String, WorkerEvent> events = new LinkedHashMap<>();
    events.put("propose, voted for a later safe point", ordered(VOTED));
    events.put("propose, voted for this safe point", ordered(propose(PASSED)));
    events.put("propose, no vote yet", ordered(propose(0)));
    events.put("later than the end", new Ordered(VOTED, AT_END, false, false));
    events.put("new change", ordered(change));
    events.put("new change, later", ordered(new DueOrder(change.order(), PASSED + 2)));
    events.put(
        "new change of live data",
        ordered(
            due(
                WorkerOrder.newBuilder()
                    .setReconfigure(
                        Reconfigure.newBuilder().setEpoch(5).setLive(Live.getDefaultInstance())),
                PASSED)));
    events.put("change sent again", new Ordered(change, AT, true, false));
    events.put("capture", ordered(capture(false, PASSED)));
    events.put("capture, later", ordered(capture(false, PASSED + 1)));
    events.put("capture, then hold", ordered(capture(true, PASSED)));
    events.put("proceed, present epoch", ordered(proceed(EPOCH)));
    events.put("proceed, present epoch broken", new Ordered(proceed(EPOCH), AT, false, true));
    events.put("proceed, next epoch", ordered(proceed(NEXT_EPOCH)));
    events.put("proceed, unknown epoch", ordered(proceed(9)));
    events.put("safe point before the due one", new SafePointReached(AT));
    events.put("due safe point", new SafePointReached(new Progress(PASSED + 1, false)));
    events.put("last safe point", new SafePointReached(AT_END));
    events.put("epoch broken, known", new EpochBroke("why", true));
    events.put("epoch broken, unknown", new EpochBroke("why", false));
    events.put("change ready", new ChangeReady(new PreparedChange(5, true, true), false));
    events.put("change ready, went back", new ChangeReady(new PreparedChange(5, true, true), true));
    events.put("change failed", new ChangeFailed(false));
    events.put("change failed, went back", new ChangeFailed(true));
    events.put("program finished", new ProgramFinished(REPORT));
    events.put("program failed", new ProgramFailed());
    return events;
  }

  private static Ordered ordered(DueOrder due) {
    return new Ordered(due, AT, false, false);
  }

  private static DueOrder due(WorkerOrder.Builder order, long safePoint) {
    return new DueOrder(order.build(), safePoint);
  }

  private static DueOrder propose(long safePoint) {
    return due(WorkerOrder.newBuilder().setPropose(Propose.newBuilder().setProposal(7)), safePoint);
  }

  private static DueOrder capture(boolean thenHold, long safePoint) {
    return due(
        WorkerOrder.newBuilder().setCapture(Capture.newBuilder().setThenHold(thenHold)), safePoint);
  }

  private static DueOrder proceed(long epoch) {
    return due(WorkerOrder.newBuilder().setProceed(Proceed.newBuilder().setEpoch(epoch)), 0);
  }

  private static String words(ProtocolState state) {
    final String name = state.getClass().getSimpleName();
    final String run = " " + state.run().epoch() + "/" + state.run().restarts();
    return switch (state) {
      case Approaching(_, DueOrder due) ->
          name + run + " " + due.order().getOrderCase() + "@" + due.safePoint();
      case ChangePrepared(var before, PreparedChange change) ->
          name + " " + change.epoch() + " (" + words(before) + ")";
      default -> name + run;
    };
  }

  private static String words(WorkerEffect effect) {
    return switch (effect) {
      case Commit(boolean member) -> member ? "Commit" : "Leave";
      case Prepare(Reconfigure order) -> "Prepare " + order.getEpoch();
      case VoteAtRest _ -> "VoteAtRest";
      case WorkerEffect.CaptureState _ -> "CaptureState";
      case WorkerEffect.ReportCompleted _ -> "ReportCompleted";
      case WorkerEffect.ReportBroken(long epoch, String why) ->
          "ReportBroken " + epoch + " '" + why + "'";
      default -> effect.getClass().getSimpleName();
    };
  }

  private static List<String> table() {
    final List<String> lines = new ArrayList<>();
    events()
        .forEach((event, happening) ->
            states()
                .forEach((state, before) -> {
                  final ProtocolStep step = WorkerProtocol.on(before, happening);
                  lines.add(
                      state
                          + " | "
                          + event
                          + " | "
                          + (step.next().equals(before) ? "same" : words(step.next()))
                          + " | "
                          + step.effects().stream()
                              .map(WorkerProtocolTest::words)
                              .collect(Collectors.joining(", ")));
                }));
    return lines.stream().map(String::strip).toList();
  }

  @Test
  void everyStateAnswersEveryEventAsTheTableSays() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(
            WorkerProtocolTest.class.getResourceAsStream("worker-protocol.txt"))) {
      final List<String> expected =
          new String(in.readAllBytes(), StandardCharsets.UTF_8)
              .lines()
              .filter(line -> !line.startsWith("#"))
              .toList();
      assertThat(table()).containsExactlyElementsOf(expected);
    }
  }

  /**
   * Whatever comes, only a change that was prepared last and not given up is committed, and nothing
   * is prepared while the program computes.
   */
  @Test
  void onlyWhatIsPreparedIsCommittedInWhateverOrderOrdersCome() {
    for (int seed = 0; seed < 2_000; seed++) {
      final Random random = new Random(seed);
      final List<WorkerEvent> events = List.copyOf(events().values());
      ProtocolState state = new Unplaced();
      long prepared = 0;
      for (int turn = 0; turn < 60; turn++) {
        final WorkerEvent event = events.get(random.nextInt(events.size()));
        if (event instanceof ProgramFailed) {
          continue;
        }
        final ProtocolStep step = WorkerProtocol.on(state, event);
        for (final WorkerEffect effect : step.effects()) {
          if (effect instanceof Commit) {
            assertThat(state).as("seed %d", seed).isInstanceOf(ChangePrepared.class);
            assertThat(step.next().run().epoch()).as("seed %d", seed).isEqualTo(prepared);
            assertThat(proceeds(event)).as("seed %d: what is ordered", seed).isEqualTo(prepared);
            prepared = 0;
          } else if (effect instanceof WorkerEffect.Abandon) {
            assertThat(prepared).as("seed %d: something is prepared", seed).isNotZero();
            prepared = 0;
          }
        }
        if (step.next() instanceof ChangePrepared(var before, PreparedChange change)) {
          assertThat(before).as("seed %d", seed).isNotInstanceOf(ChangePrepared.class);
          prepared = change.epoch();
        } else if (step.next() instanceof Active) {
          assertThat(prepared).as("seed %d: given up or committed", seed).isZero();
        }
        assertThat(step.next().run().restarts()).isGreaterThanOrEqualTo(state.run().restarts());
        state = step.next();
      }
    }
  }

  /** The epoch that an order to proceed names. */
  private static long proceeds(WorkerEvent event) {
    return event instanceof Ordered ordered ? ordered.due().order().getProceed().getEpoch() : 0;
  }

  /** A vote is kept: what was voted for is not passed because of an order that comes too late. */
  @Test
  void anOrderForAnotherEpochDoesNotMakeAWorkerPassTheSafePointThatItVotedFor() {
    final ProtocolState approaching = new Approaching(RUN, VOTED);
    for (final long other : new long[] {EPOCH - 1, NEXT_EPOCH}) {
      assertThat(WorkerProtocol.on(approaching, ordered(proceed(other))).next())
          .as("epoch %d", other)
          .isEqualTo(approaching);
    }
  }

  /** Else the coordinator waits for an answer that does not come. */
  @Test
  void aChangeForASafePointThatIsNotReachedBecauseTheEpochBreaksIsAnswered() {
    final DueOrder change =
        due(
            WorkerOrder.newBuilder().setReconfigure(Reconfigure.newBuilder().setEpoch(NEXT_EPOCH)),
            PASSED + 2);
    final ProtocolState approaching = WorkerProtocol.on(new Computing(RUN), ordered(change)).next();
    final ProtocolStep step = WorkerProtocol.on(approaching, new EpochBroke("why", false));
    assertThat(step.next()).isEqualTo(new Broken(RUN));
    assertThat(step.effects().stream().map(WorkerProtocolTest::words))
        .containsExactly("Stand", "ReportBroken 3 'why'", "Stand", "LeaveUnits", "Prepare 4");
  }
}
