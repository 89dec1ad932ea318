package io.lull.coordinator.core.store.codec;

import io.lull.coordinator.core.job.FreeShare;
import io.lull.coordinator.core.job.MeasuredLoads;
import io.lull.coordinator.core.job.WeightGoal;
import io.lull.protocol.model.EventCause;
import io.lull.protocol.stored.StoredContract;
import io.lull.protocol.stored.StoredLoad;
import io.lull.protocol.stored.StoredWishes;
import io.lull.scheduling.adapt.Contract;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** What was measured of a job's workers, and how its data is to be shared out by it. */
final class LoadCodec {
  private LoadCodec() {}

  static Map<Integer, StoredLoad> stored(MeasuredLoads loads) {
    final Map<Integer, StoredLoad> stored = new TreeMap<>();
    loads
        .byRank()
        .forEach((rank, windows) ->
            stored.put(
                rank,
                StoredLoad.newBuilder()
                    .setSafePoints(windows.from().safePoints())
                    .setComputingNanos(windows.from().computingNanos())
                    .setWaitingNanos(windows.from().waitingNanos())
                    .setWarm(windows.warm())
                    .addAllComputingSeconds(
                        windows.measured().stream().map(MeasuredLoads.Window::computing).toList())
                    .addAllAllSeconds(
                        windows.measured().stream().map(MeasuredLoads.Window::all).toList())
                    .addAllFreeShares(
                        windows.measured().stream().map(MeasuredLoads.Window::freeShare).toList())
                    .build()));
    return stored;
  }

  static MeasuredLoads loads(Map<Integer, StoredLoad> stored) {
    final Map<Integer, MeasuredLoads.Windows> loads = new TreeMap<>();
    stored.forEach((rank, load) ->
        loads.put(
            rank,
            new MeasuredLoads.Windows(
                new MeasuredLoads.Mark(
                    load.getSafePoints(), load.getComputingNanos(), load.getWaitingNanos()),
                load.getWarm(),
                windows(load))));
    return new MeasuredLoads(loads);
  }

  private static List<MeasuredLoads.Window> windows(StoredLoad load) {
    final List<MeasuredLoads.Window> windows = new ArrayList<>();
    for (int w = 0; w < load.getComputingSecondsCount(); w++) {
      windows.add(
          new MeasuredLoads.Window(
              load.getComputingSeconds(w),
              load.getAllSeconds(w),
              w < load.getFreeSharesCount() ? load.getFreeShares(w) : FreeShare.WHOLE));
    }
    return windows;
  }

  static StoredContract stored(Contract contract) {
    return StoredContract.newBuilder()
        .setPromisedSeconds(contract.promisedSeconds())
        .setConfirmed(contract.confirmed())
        .setNewest(contract.newest())
        .setMean(contract.mean())
        .setNoise(contract.noise())
        .setDrift(contract.drift())
        .setGranted(contract.granted())
        .setAtMillis(contract.atMillis())
        .build();
  }

  static Contract contract(StoredContract stored) {
    return new Contract(
        stored.getPromisedSeconds(),
        stored.getConfirmed(),
        stored.getNewest(),
        stored.getMean(),
        stored.getNoise(),
        stored.getDrift(),
        stored.getGranted(),
        stored.getAtMillis());
  }

  static StoredWishes.Builder stored(WeightGoal goal) {
    final StoredWishes.Builder stored =
        StoredWishes.newBuilder()
            .putAllGoalWeights(goal.weights())
            .setGoalCause(goal.cause().name())
            .setGoalNotBeforeMillis(goal.notBeforeMillis())
            .putAllWeightsBefore(goal.before().weights())
            .setSecondsBefore(goal.before().secondsPerSafePoint());
    goal.benefitMillis().ifPresent(stored::setGoalBenefitMillis);
    return stored;
  }

  static WeightGoal goal(StoredWishes stored) {
    return stored.getGoalCause().isEmpty()
        ? WeightGoal.NONE
        : new WeightGoal(
            stored.getGoalWeightsMap(),
            EventCause.valueOf(stored.getGoalCause()),
            stored.hasGoalBenefitMillis()
                ? OptionalDouble.of(stored.getGoalBenefitMillis())
                : OptionalDouble.empty(),
            stored.getGoalNotBeforeMillis(),
            new WeightGoal.Before(stored.getWeightsBeforeMap(), stored.getSecondsBefore()));
  }
}
