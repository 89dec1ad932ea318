package io.lull.coordinator.core.store.codec;

import com.google.protobuf.InvalidProtocolBufferException;
import io.lull.coordinator.core.job.AllocationTimes;
import io.lull.coordinator.core.job.CodeGroup;
import io.lull.coordinator.core.job.Generations;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.job.JobEvent;
import io.lull.coordinator.core.job.JobProgress;
import io.lull.coordinator.core.job.JobTargets;
import io.lull.coordinator.core.job.JobTerms;
import io.lull.coordinator.core.job.PlacedNode;
import io.lull.coordinator.core.job.RecentPace;
import io.lull.coordinator.core.job.Worker;
import io.lull.coordinator.core.job.WorkerState;
import io.lull.protocol.model.EventCause;
import io.lull.protocol.stored.StoredCopies;
import io.lull.protocol.stored.StoredCourse;
import io.lull.protocol.stored.StoredDoubt;
import io.lull.protocol.stored.StoredGeneration;
import io.lull.protocol.stored.StoredGenerations;
import io.lull.protocol.stored.StoredGroup;
import io.lull.protocol.stored.StoredJob;
import io.lull.protocol.stored.StoredKept;
import io.lull.protocol.stored.StoredNode;
import io.lull.protocol.stored.StoredPending;
import io.lull.protocol.stored.StoredPin;
import io.lull.protocol.stored.StoredTerms;
import io.lull.protocol.stored.StoredWishes;
import io.lull.protocol.stored.StoredWorker;
import io.lull.protocol.wire.NodeAddress;
import io.lull.scheduling.JobDemand.Move;
import io.lull.scheduling.adapt.ChangeMethod;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A job as bytes that a later version can read. */
public final class JobCodec {
  private static final int VERSION = 1;

  private JobCodec() {}

  public static byte[] toBytes(Job job) {
    final JobTerms terms = job.terms();
    final StoredJob.Builder stored =
        StoredJob.newBuilder()
            .setVersion(VERSION)
            .setTerms(
                StoredTerms.newBuilder()
                    .setNumber(terms.number())
                    .setUser(terms.user())
                    .setSpec(terms.spec())
                    .setDataPlane(terms.dataPlane())
                    .setPieceTicket(terms.pieceTicket())
                    .setSubmittedMillis(terms.submittedMillis()))
            .setPhase(PhaseCodec.stored(job.phase()))
            .setCourse(progress(job.progress()))
            .setGenerations(generations(job.generations()))
            .setWishes(targets(job.targets()))
            .setLedger(JobHistoryCodec.stored(job.history()));
    for (final Worker worker : job.workers().values()) {
      stored.addWorkers(
          StoredWorker.newBuilder()
              .setId(worker.id())
              .setNumber(worker.number())
              .setNode(worker.node())
              .setState(worker.state().name())
              .setWoken(worker.woken())
              .setHost(worker.host())
              .setPort(worker.port())
              .setClaim(worker.since().claim())
              .setOrderedMillis(worker.since().orderedMillis())
              .setStateMillis(worker.since().stateMillis()));
    }
    return stored.build().toByteArray();
  }

  /**
   * @throws IllegalArgumentException when the bytes are not a job of this version or an earlier one
   */
  public static Job fromBytes(byte[] bytes) {
    final StoredJob stored;
    try {
      stored = StoredJob.parseFrom(bytes);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException("not a stored job: " + e.getMessage(), e);
    }
    if (stored.getVersion() < 1 || stored.getVersion() > VERSION) {
      throw new IllegalArgumentException(
          "a job stored by version "
              + stored.getVersion()
              + " of its format, this program knows up to "
              + VERSION);
    }
    try {
      return job(stored);
    } catch (RuntimeException e) {
      // Each part refuses what it cannot be, in words of its own.
      throw new IllegalArgumentException("not a stored job: " + e.getMessage(), e);
    }
  }

  private static Job job(StoredJob stored) {
    final StoredTerms terms = stored.getTerms();
    final Map<String, Worker> workers = new LinkedHashMap<>();
    for (final StoredWorker w : stored.getWorkersList()) {
      workers.put(
          w.getId(),
          new Worker(
              w.getId(),
              w.getNumber(),
              w.getNode(),
              WorkerState.valueOf(w.getState()),
              w.getWoken(),
              w.getHost(),
              w.getPort(),
              new Worker.Since(w.getClaim(), w.getOrderedMillis(), w.getStateMillis())));
    }
    return new Job(
        new JobTerms(
            terms.getNumber(),
            terms.getUser(),
            terms.getSpec(),
            terms.getDataPlane(),
            terms.getPieceTicket(),
            terms.getSubmittedMillis()),
        PhaseCodec.phase(stored.getPhase()),
        workers,
        progress(stored.getCourse()),
        generations(stored.getGenerations()),
        targets(stored.getWishes()),
        JobHistoryCodec.history(stored.getLedger()));
  }

  private static StoredCourse progress(JobProgress progress) {
    final StoredCourse.Builder stored =
        StoredCourse.newBuilder()
            .setLayout(progress.layout())
            .setLastEpoch(progress.numbers().epoch())
            .setLastProposal(progress.numbers().proposal())
            .setLastGeneration(progress.numbers().generation())
            .setLastWorker(progress.numbers().worker())
            .setLastClaim(progress.numbers().claim())
            .addAllTiles(progress.picture().tiles())
            .setRows(progress.picture().rows())
            .setColumns(progress.picture().columns())
            .setIteration(progress.gauge().iteration())
            .setIterations(progress.gauge().iterations())
            .setSafePoint(progress.gauge().safePoint())
            .setSecondsPerIteration(progress.gauge().secondsPerIteration())
            .setSecondsPerSafePoint(progress.gauge().secondsPerSafePoint())
            .setFarthest(progress.gauge().farthest())
            .addAllRecentSeconds(progress.gauge().recent().seconds())
            .putAllLoads(LoadCodec.stored(progress.gauge().recent().loads()))
            .putAllCompleted(progress.completed());
    final JobProgress.Doubt doubt = progress.doubt();
    if (doubt != null) {
      stored.setDoubt(
          StoredDoubt.newBuilder()
              .setSinceMillis(doubt.sinceMillis())
              .addAllAccused(doubt.accused()));
    }
    return stored.build();
  }

  private static JobProgress progress(StoredCourse stored) {
    return new JobProgress(
        stored.getLayout(),
        new JobProgress.Numbers(
            stored.getLastEpoch(),
            stored.getLastProposal(),
            stored.getLastGeneration(),
            stored.getLastWorker(),
            stored.getLastClaim()),
        new JobProgress.Picture(stored.getTilesList(), stored.getRows(), stored.getColumns()),
        new JobProgress.Gauge(
            stored.getIteration(),
            stored.getIterations(),
            stored.getSafePoint(),
            stored.getSecondsPerIteration(),
            stored.getSecondsPerSafePoint(),
            stored.getFarthest(),
            new RecentPace(stored.getRecentSecondsList(), LoadCodec.loads(stored.getLoadsMap()))),
        stored.getCompletedMap(),
        stored.hasDoubt()
            ? new JobProgress.Doubt(
                stored.getDoubt().getSinceMillis(), Set.copyOf(stored.getDoubt().getAccusedList()))
            : null,
        Map.of());
  }

  private static StoredGenerations generations(Generations generations) {
    final Generations.Rhythm rhythm = generations.rhythm();
    final StoredGenerations.Builder stored =
        StoredGenerations.newBuilder()
            .setNextMillis(rhythm.nextMillis())
            .setCount(rhythm.count())
            .setLastMillis(rhythm.lastMillis())
            .setCaptureMillis(rhythm.captureMillis())
            .setDurableMillis(rhythm.durableMillis())
            .setProcessorMillis(rhythm.processorMillis())
            .addAllAddresses(new TreeMap<>(generations.holders().addresses()).values())
            .addAllLost(generations.holders().lost().stream().sorted().toList())
            .setLostMillis(generations.holders().lostMillis());
    for (final Generations.Committed g : generations.committed()) {
      final StoredGeneration.Builder one =
          StoredGeneration.newBuilder()
              .setNumber(g.number())
              .setLayout(g.layout())
              .setSafePoint(g.safePoint())
              .setIteration(g.iteration())
              .setBytes(g.bytes());
      g.copies().forEach(nodes -> one.addCopies(StoredCopies.newBuilder().addAllNodes(nodes)));
      g.groups().forEach(group -> one.addGroups(group(group)));
      stored.addCommitted(one);
    }
    final Generations.Pending pending = generations.pending();
    if (pending != null) {
      final StoredPending.Builder one =
          StoredPending.newBuilder()
              .setNumber(pending.number())
              .setLayout(pending.layout())
              .setSafePoint(pending.safePoint())
              .setHold(pending.hold())
              .setCanGoBack(pending.aim().canGoBack())
              .setKeepSafePoints(pending.aim().keepSafePoints())
              .setProposedMillis(pending.times().proposedMillis())
              .setOrderedMillis(pending.times().orderedMillis())
              .setDeadlineMillis(pending.times().deadlineMillis())
              .putAllCaptured(pending.captured());
      pending
          .kept()
          .forEach((rank, kept) ->
              one.putKept(
                  rank,
                  StoredKept.newBuilder()
                      .addAllNodes(kept.nodes())
                      .setBytes(kept.bytes())
                      .setWhy(kept.why())
                      .setParityBytes(kept.parityBytes())
                      .build()));
      pending.groups().forEach(group -> one.addGroups(group(group)));
      stored.setPending(one);
    }
    return stored.build();
  }

  private static Generations generations(StoredGenerations stored) {
    final Map<String, NodeAddress> addresses = new TreeMap<>();
    stored.getAddressesList().forEach(a -> addresses.put(a.getNode(), a));
    return new Generations(
        stored.getCommittedList().stream()
            .map(g ->
                new Generations.Committed(
                    g.getNumber(),
                    g.getLayout(),
                    g.getSafePoint(),
                    g.getIteration(),
                    g.getBytes(),
                    g.getCopiesList().stream()
                        .map(c -> List.<String>copyOf(c.getNodesList()))
                        .toList(),
                    groups(g.getGroupsList())))
            .toList(),
        stored.hasPending() ? pending(stored.getPending()) : null,
        new Generations.Rhythm(
            stored.getNextMillis(),
            stored.getCount(),
            stored.getLastMillis(),
            stored.getCaptureMillis(),
            stored.getDurableMillis(),
            stored.getProcessorMillis()),
        new Generations.Holders(
            addresses, Set.copyOf(stored.getLostList()), stored.getLostMillis()));
  }

  private static Generations.Pending pending(StoredPending stored) {
    final Map<Integer, Generations.Kept> kept = new TreeMap<>();
    stored
        .getKeptMap()
        .forEach((rank, k) ->
            kept.put(
                rank,
                new Generations.Kept(
                    k.getNodesList(), k.getBytes(), k.getWhy(), k.getParityBytes())));
    return new Generations.Pending(
        stored.getNumber(),
        stored.getLayout(),
        new Generations.Pending.Aim(
            stored.getSafePoint(),
            stored.getHold(),
            stored.getCanGoBack(),
            stored.getKeepSafePoints()),
        new Generations.Pending.Times(
            stored.getProposedMillis(), stored.getOrderedMillis(), stored.getDeadlineMillis()),
        stored.getCapturedMap(),
        kept,
        groups(stored.getGroupsList()));
  }

  private static StoredGroup group(CodeGroup group) {
    return StoredGroup.newBuilder().setNeeded(group.needed()).addAllRanks(group.ranks()).build();
  }

  private static List<CodeGroup> groups(List<StoredGroup> stored) {
    return stored.stream()
        .map(group -> new CodeGroup(group.getNeeded(), group.getRanksList()))
        .toList();
  }

  private static StoredWishes targets(JobTargets targets) {
    final JobEvent.Placed placed = targets.placed();
    return LoadCodec.stored(targets.goal())
        .addAllNodes(placed.nodes().stream().map(JobCodec::node).toList())
        .addAllSpares(placed.spares().stream().map(JobCodec::node).toList())
        .addAllReclaimed(placed.reclaimed().keySet().stream().sorted().toList())
        .putAllHurryMillis(placed.reclaimed())
        .addAllGhosts(placed.ghosts().stream().sorted().toList())
        .setCause(placed.cause().name())
        .setReason(placed.reason())
        .setSinceMillis(targets.allocated().sinceMillis())
        .setHadMillis(targets.allocated().hadMillis())
        .setChangedMillis(targets.allocated().changedMillis())
        .setNodeMillis(targets.allocated().nodeMillis())
        .setWorkers(targets.workers())
        .addAllPins(
            targets.pins().stream()
                .map(pin ->
                    StoredPin.newBuilder()
                        .setFrom(pin.move().from())
                        .setTo(pin.move().to())
                        .setCause(pin.cause().name())
                        .setMethod(pin.method().name())
                        .setUntilMillis(pin.untilMillis())
                        .build())
                .toList())
        .putAllAvoided(targets.avoided())
        .setHeldBy(targets.heldBy())
        .setContract(LoadCodec.stored(targets.contract()))
        .build();
  }

  private static JobTargets targets(StoredWishes stored) {
    return new JobTargets(
        new JobEvent.Placed(
            stored.getNodesList().stream().map(JobCodec::node).toList(),
            stored.getSparesList().stream().map(JobCodec::node).toList(),
            stored.getReclaimedList().stream()
                .collect(
                    Collectors.toMap(
                        node -> node,
                        node -> stored.getHurryMillisOrDefault(node, JobEvent.Placed.NOT_KNOWN))),
            Set.copyOf(stored.getGhostsList()),
            EventCause.valueOf(stored.getCause()),
            stored.getReason()),
        new AllocationTimes(
            stored.getSinceMillis(),
            stored.getChangedMillis(),
            stored.getHadMillis(),
            stored.getNodeMillis()),
        stored.getWorkers(),
        stored.getPinsList().stream()
            .map(p ->
                new JobTargets.Pin(
                    new Move(p.getFrom(), p.getTo()),
                    p.getCause().isEmpty() ? EventCause.OPERATOR : EventCause.valueOf(p.getCause()),
                    p.getMethod().isEmpty()
                        ? ChangeMethod.NONE
                        : ChangeMethod.valueOf(p.getMethod()),
                    p.getUntilMillis()))
            .toList(),
        stored.getAvoidedMap(),
        stored.getHeldBy(),
        LoadCodec.goal(stored),
        LoadCodec.contract(stored.getContract()));
  }

  private static StoredNode node(PlacedNode node) {
    return StoredNode.newBuilder()
        .setName(node.name())
        .setHost(node.host())
        .setPiecePort(node.piecePort())
        .setWeight(node.weight())
        .addAllLabels(node.labels())
        .build();
  }

  private static PlacedNode node(StoredNode stored) {
    return new PlacedNode(
        stored.getName(),
        stored.getHost(),
        stored.getPiecePort(),
        stored.getWeight(),
        stored.getLabelsList());
  }
}
