package io.lull.coordinator.core.store.codec;

import io.lull.coordinator.core.job.Attempt;
import io.lull.coordinator.core.job.Meeting;
import io.lull.coordinator.core.job.Phase;
import io.lull.coordinator.core.job.SafePointProposal;
import io.lull.protocol.model.EventCause;
import io.lull.protocol.model.JobState;
import io.lull.protocol.stored.StoredAttempt;
import io.lull.protocol.stored.StoredAwaiting;
import io.lull.protocol.stored.StoredChange;
import io.lull.protocol.stored.StoredChanging;
import io.lull.protocol.stored.StoredCopy;
import io.lull.protocol.stored.StoredFetch;
import io.lull.protocol.stored.StoredFinishing;
import io.lull.protocol.stored.StoredForming;
import io.lull.protocol.stored.StoredGathering;
import io.lull.protocol.stored.StoredHalt;
import io.lull.protocol.stored.StoredMeeting;
import io.lull.protocol.stored.StoredOver;
import io.lull.protocol.stored.StoredPhase;
import io.lull.protocol.stored.StoredPreparing;
import io.lull.protocol.stored.StoredQueued;
import io.lull.protocol.stored.StoredRebuilding;
import io.lull.protocol.stored.StoredRelearning;
import io.lull.protocol.stored.StoredRunning;
import io.lull.protocol.stored.StoredStaging;
import io.lull.protocol.stored.StoredSuspended;
import io.lull.protocol.stored.StoredSuspending;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The stored form of what a job is in the middle of. */
final class PhaseCodec {
  private PhaseCodec() {}

  static StoredPhase stored(Phase phase) {
    final StoredPhase.Builder stored = StoredPhase.newBuilder();
    switch (phase) {
      case Phase.Awaiting awaiting -> stored.setAwaiting(StoredAwaiting.getDefaultInstance());
      case Phase.Queued queued -> stored.setQueued(StoredQueued.getDefaultInstance());
      case Phase.Forming forming -> stored.setForming(forming(forming));
      case Phase.Running running -> {
        final StoredRunning.Builder one =
            StoredRunning.newBuilder()
                .setSinceMillis(running.sinceMillis())
                .setFinishing(running.finishing())
                .setChange(change(running.change()));
        final SafePointProposal halt = running.halt();
        if (halt != null) {
          one.setHalt(halt(halt));
        }
        stored.setRunning(one);
      }
      case Phase.Changing changing -> {
        final StoredChanging.Builder one =
            StoredChanging.newBuilder()
                .setChange(change(changing.change()))
                .setHalt(halt(changing.halt()));
        final Attempt attempt = changing.attempt();
        if (attempt != null) {
          one.setAttempt(attempt(attempt));
        }
        stored.setChanging(one);
      }
      case Phase.Suspending suspending ->
          stored.setSuspending(
              StoredSuspending.newBuilder()
                  .setCause(suspending.cause().name())
                  .setHalt(halt(suspending.halt()))
                  .setCaptured(suspending.captured()));
      case Phase.Suspended suspended ->
          stored.setSuspended(StoredSuspended.newBuilder().setSinceMillis(suspended.sinceMillis()));
      case Phase.Finishing finishing ->
          stored.setFinishing(
              StoredFinishing.newBuilder()
                  .setWorker(finishing.worker())
                  .setFailures(finishing.failures())
                  .setDeadlineMillis(finishing.deadlineMillis()));
      case Phase.Dealing dealing -> stored.setDealing(DealingCodec.stored(dealing));
      case Phase.Over over -> stored.setOver(StoredOver.newBuilder().setState(over.state().name()));
      case Phase.Relearning relearning ->
          stored.setRelearning(
              StoredRelearning.newBuilder()
                  .setBefore(stored(relearning.before()))
                  .addAllAwaited(relearning.awaited().stream().sorted().toList())
                  .setDeadlineMillis(relearning.deadlineMillis()));
    }
    return stored.build();
  }

  static Phase phase(StoredPhase stored) {
    return switch (stored.getPhaseCase()) {
      case AWAITING -> new Phase.Awaiting();
      case QUEUED -> new Phase.Queued();
      case FORMING -> forming(stored.getForming());
      case RUNNING -> {
        final StoredRunning one = stored.getRunning();
        yield new Phase.Running(
            one.getSinceMillis(),
            one.getFinishing(),
            one.hasHalt() ? halt(one.getHalt()) : null,
            change(one.getChange()));
      }
      case CHANGING -> {
        final StoredChanging one = stored.getChanging();
        yield new Phase.Changing(
            change(one.getChange()),
            halt(one.getHalt()),
            one.hasAttempt() ? attempt(one.getAttempt()) : null);
      }
      case SUSPENDING -> {
        final StoredSuspending one = stored.getSuspending();
        yield new Phase.Suspending(
            EventCause.valueOf(one.getCause()), halt(one.getHalt()), one.getCaptured());
      }
      case SUSPENDED -> new Phase.Suspended(stored.getSuspended().getSinceMillis());
      case FINISHING -> {
        final StoredFinishing one = stored.getFinishing();
        yield new Phase.Finishing(one.getWorker(), one.getFailures(), one.getDeadlineMillis());
      }
      case DEALING -> DealingCodec.dealing(stored.getDealing());
      case OVER -> new Phase.Over(JobState.valueOf(stored.getOver().getState()));
      case RELEARNING -> {
        final StoredRelearning one = stored.getRelearning();
        yield new Phase.Relearning(
            phase(one.getBefore()), Set.copyOf(one.getAwaitedList()), one.getDeadlineMillis());
      }
      case PHASE_NOT_SET ->
          throw new IllegalArgumentException("a stored job in a phase this program does not know");
    };
  }

  private static StoredForming forming(Phase.Forming forming) {
    final Phase.Purpose purpose = forming.purpose();
    final StoredForming.Builder stored =
        StoredForming.newBuilder()
            .setPurpose(purpose.what().name())
            .setCause(purpose.cause().name())
            .setWhy(purpose.why())
            .setSinceMillis(purpose.sinceMillis())
            .addAllNodesBefore(purpose.nodesBefore())
            .setAttempts(forming.attempts());
    forming.spoiled().forEach(copy -> stored.addSpoiled(copy(copy)));
    forming.rebuilds().unable().forEach(copy -> stored.addUnable(copy(copy)));
    stored.putAllRebuildsFailed(forming.rebuilds().failures());
    switch (forming.stage()) {
      case Phase.Gathering gathering ->
          stored.setGathering(
              StoredGathering.newBuilder()
                  .setSinceMillis(gathering.sinceMillis())
                  .setNotBeforeMillis(gathering.notBeforeMillis())
                  .setSettled(gathering.settled()));
      case Phase.Rebuild rebuild ->
          stored.setRebuilding(
              StoredRebuilding.newBuilder()
                  .setGeneration(rebuild.generation())
                  .putAllAwaited(rebuild.awaited())
                  .setDeadlineMillis(rebuild.deadlineMillis())
                  .setFailed(rebuild.failed()));
      case Phase.Staging staging ->
          stored.setStaging(
              StoredStaging.newBuilder()
                  .addAllMembers(staging.members())
                  .setGeneration(staging.generation())
                  .addAllFetches(fetches(staging.fetches()))
                  .addAllAwaited(staging.awaited().stream().sorted().toList())
                  .setDeadlineMillis(staging.deadlineMillis()));
      case Phase.Preparing preparing ->
          stored.setPreparing(
              StoredPreparing.newBuilder()
                  .setAttempt(attempt(preparing.attempt()))
                  .addAllFetches(fetches(preparing.fetches())));
    }
    return stored.build();
  }

  private static StoredCopy copy(Phase.Copy copy) {
    return StoredCopy.newBuilder()
        .setGeneration(copy.generation())
        .setRank(copy.rank())
        .setNode(copy.node())
        .build();
  }

  private static Set<Phase.Copy> copies(List<StoredCopy> stored) {
    return stored.stream()
        .map(copy -> new Phase.Copy(copy.getGeneration(), copy.getRank(), copy.getNode()))
        .collect(Collectors.toSet());
  }

  private static Phase.Forming forming(StoredForming stored) {
    final Phase.Stage stage =
        switch (stored.getStageCase()) {
          case GATHERING ->
              new Phase.Gathering(
                  stored.getGathering().getSinceMillis(),
                  stored.getGathering().getNotBeforeMillis(),
                  stored.getGathering().getSettled());
          case REBUILDING ->
              new Phase.Rebuild(
                  stored.getRebuilding().getGeneration(),
                  stored.getRebuilding().getAwaitedMap(),
                  stored.getRebuilding().getDeadlineMillis(),
                  stored.getRebuilding().getFailed());
          case STAGING ->
              new Phase.Staging(
                  stored.getStaging().getMembersList(),
                  stored.getStaging().getGeneration(),
                  fetches(stored.getStaging().getFetchesList()),
                  Set.copyOf(stored.getStaging().getAwaitedList()),
                  stored.getStaging().getDeadlineMillis());
          case PREPARING ->
              new Phase.Preparing(
                  attempt(stored.getPreparing().getAttempt()),
                  fetches(stored.getPreparing().getFetchesList()));
          case STAGE_NOT_SET ->
              throw new IllegalArgumentException(
                  "a stored job in a stage this program does not know");
        };
    return new Phase.Forming(
        new Phase.Purpose(
            Phase.Purpose.What.valueOf(stored.getPurpose()),
            EventCause.valueOf(stored.getCause()),
            stored.getWhy(),
            stored.getSinceMillis(),
            stored.getNodesBeforeList()),
        stage,
        copies(stored.getSpoiledList()),
        stored.getAttempts(),
        new Phase.Rebuilds(stored.getRebuildsFailedMap(), copies(stored.getUnableList())));
  }

  private static List<StoredFetch> fetches(Map<String, List<Phase.Fetch>> fetches) {
    final List<StoredFetch> stored = new ArrayList<>();
    new TreeMap<>(fetches)
        .forEach((worker, pieces) ->
            pieces.forEach(piece ->
                stored.add(
                    StoredFetch.newBuilder()
                        .setWorker(worker)
                        .setRank(piece.rank())
                        .addAllNodes(piece.nodes())
                        .build())));
    return stored;
  }

  private static Map<String, List<Phase.Fetch>> fetches(List<StoredFetch> stored) {
    final Map<String, List<Phase.Fetch>> fetches = new TreeMap<>();
    for (final StoredFetch fetch : stored) {
      fetches
          .computeIfAbsent(fetch.getWorker(), worker -> new ArrayList<>())
          .add(new Phase.Fetch(fetch.getRank(), fetch.getNodesList()));
    }
    return fetches;
  }

  private static StoredAttempt attempt(Attempt attempt) {
    return StoredAttempt.newBuilder()
        .setOrder(attempt.order())
        .addAllAwaited(attempt.awaited())
        .putAllPrepared(attempt.prepared())
        .setDeadlineMillis(attempt.deadlineMillis())
        .putAllMoved(attempt.moved())
        .build();
  }

  private static Attempt attempt(StoredAttempt stored) {
    return new Attempt(
        stored.getOrder(),
        stored.getAwaitedList(),
        stored.getPreparedMap(),
        stored.getDeadlineMillis(),
        stored.getMovedMap());
  }

  private static StoredHalt halt(SafePointProposal halt) {
    return StoredHalt.newBuilder()
        .setProposal(halt.proposal())
        .putAllAnswers(halt.answers())
        .setFinishing(halt.finishing())
        .setKept(halt.kept())
        .setSinceMillis(halt.sinceMillis())
        .setDeadlineMillis(halt.deadlineMillis())
        .build();
  }

  private static SafePointProposal halt(StoredHalt stored) {
    return new SafePointProposal(
        stored.getProposal(),
        stored.getAnswersMap(),
        stored.getFinishing(),
        stored.getKept(),
        stored.getSinceMillis(),
        stored.getDeadlineMillis());
  }

  private static StoredChange change(Phase.Change change) {
    final StoredChange.Builder stored =
        StoredChange.newBuilder()
            .setSinceMillis(change.sinceMillis())
            .setNotBeforeMillis(change.notBeforeMillis())
            .setFailures(change.failures());
    final @Nullable Meeting meeting = change.meeting();
    if (meeting != null) {
      stored.setMeeting(
          StoredMeeting.newBuilder()
              .setNumber(meeting.number())
              .addAllMembers(meeting.members())
              .addAllAwaited(meeting.awaited().stream().sorted().toList())
              .setUnreached(meeting.unreached())
              .addAllCopying(meeting.copying().stream().sorted().toList())
              .setDeadlineMillis(meeting.deadlineMillis())
              .setCopiedByMillis(meeting.copiedByMillis()));
    }
    return stored.build();
  }

  private static Phase.Change change(StoredChange stored) {
    final StoredMeeting meeting = stored.getMeeting();
    return new Phase.Change(
        stored.getSinceMillis(),
        stored.getNotBeforeMillis(),
        stored.getFailures(),
        stored.hasMeeting()
            ? new Meeting(
                meeting.getNumber(),
                meeting.getMembersList(),
                Set.copyOf(meeting.getAwaitedList()),
                Set.copyOf(meeting.getCopyingList()),
                meeting.getUnreached(),
                meeting.getDeadlineMillis(),
                meeting.getCopiedByMillis())
            : null);
  }
}
