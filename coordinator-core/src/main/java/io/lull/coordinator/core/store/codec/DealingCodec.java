package io.lull.coordinator.core.store.codec;

import io.lull.coordinator.core.job.Hand;
import io.lull.coordinator.core.job.Phase;
import io.lull.coordinator.core.job.Tasks;
import io.lull.protocol.stored.StoredDealing;
import io.lull.protocol.stored.StoredHand;
import io.lull.protocol.stored.StoredMishaps;
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
            .setMeanMillis(tasks.meanMillis());
    tasks.mishaps().forEach((task, mishaps) -> stored.putMishaps(task, stored(mishaps)));
    dealing.hands().forEach((worker, hand) -> stored.addHands(stored(worker, hand)));
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

  private static StoredHand stored(String worker, Hand hand) {
    final StoredHand.Builder stored =
        StoredHand.newBuilder()
            .setWorker(worker)
            .setNode(hand.node())
            .setSlots(hand.slots())
            .addAllEnded(hand.ended().values())
            .addAllStoring(hand.store().tasks())
            .setStoreFailures(hand.store().failures())
            .setStoreDeadlineMillis(hand.store().deadlineMillis())
            .setLeavingMillis(hand.leavingMillis());
    hand.dealt()
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
    final Map<String, Hand> hands = new TreeMap<>();
    stored.getHandsList().forEach(hand -> hands.put(hand.getWorker(), hand(hand)));
    return new Phase.Dealing(
        new Tasks(
            stored.getFreshFrom(),
            new TreeSet<>(stored.getReturnedList()),
            mishaps,
            stored.getFailedMap(),
            stored.getDone(),
            stored.getMeanMillis()),
        hands,
        stored.getNotBeforeMillis());
  }

  private static Hand hand(StoredHand stored) {
    final Map<Integer, Integer> dealt = new LinkedHashMap<>();
    stored.getDealtList().forEach(one -> dealt.put(one.getTask(), one.getAttempt()));
    final SortedMap<Integer, TaskEnded> ended = new TreeMap<>();
    stored.getEndedList().forEach(one -> ended.put(one.getTask().getTask(), one));
    return new Hand(
        stored.getNode(),
        stored.getSlots(),
        dealt,
        ended,
        new Hand.Store(
            Set.copyOf(stored.getStoringList()),
            stored.getStoreFailures(),
            stored.getStoreDeadlineMillis()),
        stored.getLeavingMillis());
  }
}
