package io.lull.coordinator.core.store.codec;

import io.lull.coordinator.core.job.Phase;
import io.lull.coordinator.core.job.TaskAssignment;
import io.lull.coordinator.core.job.TaskVotes;
import io.lull.coordinator.core.job.Tasks;
import io.lull.protocol.stored.StoredDealing;
import io.lull.protocol.stored.StoredHand;
import io.lull.protocol.stored.StoredMishaps;
import io.lull.protocol.stored.StoredVote;
import io.lull.protocol.wire.TaskEnded;
import io.lull.protocol.wire.TaskTry;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** The stored form of a bag's tasks. */
final class DealingCodec {
  private DealingCodec() {}

  static StoredDealing stored(Phase.Dealing dealing) {
    final Tasks tasks = dealing.tasks();
    final StoredDealing.Builder stored =
        StoredDealing.newBuilder()
            .setNotBeforeMillis(dealing.notBeforeMillis())
            .setFreshFrom(tasks.freshFrom())
            .addAllReturned(tasks.returned())
            .putAllFailed(tasks.failed())
            .setDone(tasks.done())
            .putAllLiars(tasks.votes().liars())
            .setMeanMillis(tasks.meanMillis());
    tasks.mishaps().forEach((task, mishaps) -> stored.putMishaps(task, stored(mishaps)));
    tasks
        .votes()
        .open()
        .forEach((task, votes) ->
            votes.forEach(vote ->
                stored.addVotes(
                    StoredVote.newBuilder()
                        .setTask(task)
                        .setNode(vote.node())
                        .setSha256(vote.sha256()))));
    dealing
        .assignments()
        .forEach((worker, assignment) -> stored.addHands(stored(worker, assignment)));
    return stored.build();
  }

  private static StoredMishaps stored(Tasks.Mishaps mishaps) {
    return StoredMishaps.newBuilder()
        .setAttempts(mishaps.attempts())
        .setFailures(mishaps.failures())
        .setDeaths(mishaps.deaths())
        .setInterruptions(mishaps.interruptions())
        .build();
  }

  private static StoredHand stored(String worker, TaskAssignment assignment) {
    final StoredHand.Builder stored =
        StoredHand.newBuilder()
            .setWorker(worker)
            .setNode(assignment.node())
            .setSlots(assignment.slots())
            .addAllEnded(assignment.ended().values())
            .addAllStoring(assignment.store().tasks())
            .setStoreFailures(assignment.store().failures())
            .setStoreDeadlineMillis(assignment.store().deadlineMillis())
            .setLeavingMillis(assignment.leavingMillis());
    assignment
        .dealt()
        .forEach((task, attempt) ->
            stored.addDealt(TaskTry.newBuilder().setTask(task).setAttempt(attempt)));
    return stored.build();
  }

  static Phase.Dealing dealing(StoredDealing stored) {
    final Map<Integer, Tasks.Mishaps> mishaps = new HashMap<>();
    stored
        .getMishapsMap()
        .forEach((task, one) ->
            mishaps.put(
                task,
                new Tasks.Mishaps(
                    one.getAttempts(),
                    one.getFailures(),
                    one.getDeaths(),
                    one.getInterruptions())));
    final Map<String, TaskAssignment> assignments = new TreeMap<>();
    stored
        .getHandsList()
        .forEach(assignment -> assignments.put(assignment.getWorker(), assignment(assignment)));
    return new Phase.Dealing(
        new Tasks(
            stored.getFreshFrom(),
            new TreeSet<>(stored.getReturnedList()),
            mishaps,
            stored.getFailedMap(),
            stored.getDone(),
            stored.getMeanMillis(),
            votes(stored)),
        assignments,
        stored.getNotBeforeMillis());
  }

  private static TaskVotes votes(StoredDealing stored) {
    TaskVotes votes = new TaskVotes(Map.of(), new TreeMap<>(stored.getLiarsMap()));
    for (final StoredVote vote : stored.getVotesList()) {
      votes = votes.with(vote.getTask(), new TaskVotes.Vote(vote.getNode(), vote.getSha256()));
    }
    return votes;
  }

  private static TaskAssignment assignment(StoredHand stored) {
    final Map<Integer, Integer> dealt = new LinkedHashMap<>();
    stored.getDealtList().forEach(one -> dealt.put(one.getTask(), one.getAttempt()));
    final SortedMap<Integer, TaskEnded> ended = new TreeMap<>();
    stored.getEndedList().forEach(one -> ended.put(one.getTask().getTask(), one));
    return new TaskAssignment(
        stored.getNode(),
        stored.getSlots(),
        dealt,
        ended,
        new TaskAssignment.Store(
            Set.copyOf(stored.getStoringList()),
            stored.getStoreFailures(),
            stored.getStoreDeadlineMillis()),
        stored.getLeavingMillis());
  }
}
