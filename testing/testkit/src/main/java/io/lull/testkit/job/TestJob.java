package io.lull.testkit.job;

import io.lull.protocol.wire.Capture;
import io.lull.protocol.wire.DataPlane;
import io.lull.protocol.wire.Fresh;
import io.lull.protocol.wire.Generation;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Live;
import io.lull.protocol.wire.Meet;
import io.lull.protocol.wire.PieceHolder;
import io.lull.protocol.wire.PieceWritten;
import io.lull.protocol.wire.Prepared;
import io.lull.protocol.wire.Proceed;
import io.lull.protocol.wire.Reconfigure;
import io.lull.protocol.wire.Welcome;
import io.lull.protocol.wire.WorkerOrder;
import io.lull.protocol.wire.WorkerReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Drives worker processes as a coordinator would; used by one thread. */
public final class TestJob implements AutoCloseable {
  private static final long DEADLINE_MILLIS = 30_000;
  private static final long MEETING_MILLIS = 10_000;

  private final Path folder;
  private final Class<?> program;
  private final Map<String, String> parameters;
  private final DataPlane plane;
  private final List<String> flags;
  private final Map<String, WorkerProcess> workers = new LinkedHashMap<>();
  private Layout layout = Layout.getDefaultInstance();
  private long epoch;
  private long proposals;
  private int started;
  private MeasuredChange cost = new MeasuredChange(0, 0, 0, 0, 0, 0);
  private boolean keepsSafePoints;
  private ChangeObserver watching = _ -> {};
  private Prepared lastPrepared = Prepared.getDefaultInstance();
  private MoveMethod method = MoveMethod.BLOCKING;
  private Welcome welcome = Welcome.getDefaultInstance();
  private List<WorkerHost> hosts = List.of(WorkerHost.HERE);

  /** Of workers with little memory that compile quickly. */
  public TestJob(Path folder, Class<?> program, Map<String, String> parameters, DataPlane plane) {
    this(folder, program, parameters, plane, WorkerProcess.SMALL);
  }

  /**
   * @param flags of the workers' Java machines
   */
  public TestJob(
      Path folder,
      Class<?> program,
      Map<String, String> parameters,
      DataPlane plane,
      List<String> flags) {
    this.folder = folder;
    this.program = program;
    this.parameters = parameters;
    this.plane = plane;
    this.flags = flags;
  }

  /** What workers' welcomes say beside the program, its parameters and where it computes. */
  public TestJob welcome(Welcome template) {
    welcome = template;
    return this;
  }

  /** From now on workers are started on these, in turn. */
  public TestJob on(List<WorkerHost> some) {
    hosts = List.copyOf(some);
    return this;
  }

  public Map<String, String> parameters() {
    return parameters;
  }

  /** Forgets all whose processes have ended. */
  public void loseTheDead() {
    workers.values().removeIf(worker -> !worker.isAlive());
  }

  /** Nothing is asked of it any more, though it runs; the caller ends it. */
  public void giveUp(WorkerProcess worker) {
    workers.remove(worker.name());
  }

  /** Those that run, whether members or not. */
  public List<WorkerProcess> workers() {
    return List.copyOf(workers.values());
  }

  /** Of the last change. */
  public MeasuredChange cost() {
    return cost;
  }

  public Layout layout() {
    return layout;
  }

  /** From the next configuration or checkpoint on, workers can go back to their last safe point. */
  public void keepSafePoints(boolean keep) {
    keepsSafePoints = keep;
  }

  /** From the next change on, data comes to those who join by this method. */
  public void moveBy(MoveMethod next) {
    method = next;
  }

  /** For an order that a test writes itself. */
  public long nextEpoch() {
    return ++epoch;
  }

  public List<WorkerProcess> start(int count) throws Exception {
    final List<WorkerProcess> fresh = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      final WorkerLaunch launch = new WorkerLaunch(flags, hosts.get(started % hosts.size()));
      final String name = "J1-w" + ++started;
      fresh.add(
          new WorkerProcess(
              name, folder.resolve(name), program, welcome, parameters, plane, launch));
      workers.put(name, fresh.getLast());
    }
    for (final WorkerProcess worker : fresh) {
      worker.awaitReady();
    }
    return fresh;
  }

  public List<WorkerProcess> members() {
    return layout.getMembersList().stream()
        .map(m -> workers.get(m.getWorker()))
        .filter(Objects::nonNull)
        .toList();
  }

  public void begin(List<WorkerProcess> first) throws Exception {
    final Prepared prepared =
        prepare(first, order(first).setFresh(Fresh.getDefaultInstance()), List.of());
    proceed(prepared, first);
  }

  private Reconfigure.Builder order(List<WorkerProcess> next) {
    final Reconfigure.Builder order =
        Reconfigure.newBuilder()
            .setEpoch(++epoch)
            .setDeadlineMillis(DEADLINE_MILLIS)
            .setKeepSafePoints(keepsSafePoints)
            .setPostCopy(method == MoveMethod.AFTER);
    next.forEach(worker -> order.addMembers(worker.address()));
    return order;
  }

  /**
   * Agrees on the next safe point that all can reach.
   *
   * @throws ProgramIsOver when there is none; then all compute on
   */
  public long propose() throws Exception {
    return Agreement.of(members(), ++proposals, layout.getEpoch());
  }

  /**
   * Lets all who will be in a change see to what can be done before it.
   *
   * @throws ChangeFailed when two of them cannot be linked; then all compute on
   */
  private void meet(List<WorkerProcess> next) throws Exception {
    final Meet.Builder order =
        Meet.newBuilder()
            .setMeeting(++proposals)
            .setLayout(layout)
            .setDeadlineMillis(MEETING_MILLIS)
            .setCopy(method.before())
            .setCopyMillis(DEADLINE_MILLIS);
    next.forEach(worker -> order.addMembers(worker.address()));
    final Set<WorkerProcess> all = new LinkedHashSet<>(members());
    all.addAll(next);
    Encounter.of(all, order.build());
  }

  /** Moves the job to these workers. */
  public Prepared change(List<WorkerProcess> next) throws Exception {
    return change(next, _ -> {});
  }

  /**
   * Moves the job to these workers.
   *
   * @param observer told of each phase, before the next begins
   */
  public Prepared change(List<WorkerProcess> next, ChangeObserver observer) throws Exception {
    watching = observer;
    try {
      return change(next, agreed(next));
    } finally {
      watching = _ -> {};
    }
  }

  private Reconfigure.Builder agreed(List<WorkerProcess> next) throws Exception {
    meet(next);
    watching.reached(ChangePhase.MET);
    final long safePoint = propose();
    watching.reached(ChangePhase.AGREED);
    return order(next).setLive(Live.newBuilder().setLayout(layout).setSafePoint(safePoint));
  }

  /**
   * Moves the job to these workers, first from the next safe point, and then, without waiting for
   * that, from the one before.
   *
   * @throws ChangeFailed also when one of them cannot go back any more
   */
  public Prepared changeFromTheSafePointBefore(List<WorkerProcess> next) throws Exception {
    meet(next);
    final long safePoint = propose();
    final Live.Builder live = Live.newBuilder().setLayout(layout);
    final Reconfigure.Builder ahead = order(next).setLive(live.setSafePoint(safePoint));
    final Set<WorkerProcess> all = new LinkedHashSet<>(next);
    all.addAll(members());
    final Reconfigure.Builder back =
        order(next).setLive(live.clone().setSafePoint(safePoint - 1).setBack(true));
    // Both at once: who has come to the safe point and begun the first cannot go back any more.
    for (final WorkerProcess worker : all) {
      worker.tell(WorkerOrder.newBuilder().setReconfigure(ahead));
      worker.tell(WorkerOrder.newBuilder().setReconfigure(back));
    }
    return change(next, back);
  }

  private Prepared change(List<WorkerProcess> next, Reconfigure.Builder order) throws Exception {
    final List<WorkerProcess> leavers = enter(next, order);
    for (final WorkerProcess leaver : leavers) {
      leaver.await("gone", WorkerReport::hasLeft);
      leaver.awaitExit();
      require(leaver.exitCode() == 0, leaver.name() + " ended with code " + leaver.exitCode());
    }
    return lastPrepared;
  }

  /** Moves the job to these workers, and does not wait until the others have left. */
  public void enter(List<WorkerProcess> next) throws Exception {
    enter(next, agreed(next));
  }

  private List<WorkerProcess> enter(List<WorkerProcess> next, Reconfigure.Builder order)
      throws Exception {
    final List<WorkerProcess> leavers = new ArrayList<>(members());
    leavers.removeAll(next);
    final long safePoint = order.getLive().getSafePoint();
    final Prepared prepared = prepare(next, order, leavers);
    require(
        prepared.getSafePoint() == safePoint,
        "prepared at " + prepared.getSafePoint() + ", not at " + safePoint);
    watching.reached(ChangePhase.PREPARED);
    proceed(prepared, next);
    watching.reached(ChangePhase.RESUMED);
    lastPrepared = prepared;
    return leavers;
  }

  public Prepared recover(
      List<WorkerProcess> next,
      long generation,
      long safePoint,
      Layout kept,
      Map<Integer, WorkerProcess> holders)
      throws Exception {
    for (final Map.Entry<Integer, WorkerProcess> holder : holders.entrySet()) {
      KeptPieces.stage(holder.getValue(), generation, holder.getKey());
    }
    final Generation.Builder source =
        Generation.newBuilder().setNumber(generation).setSafePoint(safePoint).setLayout(kept);
    holders.forEach((rank, holder) ->
        source.addHolders(PieceHolder.newBuilder().setRank(rank).setWorker(holder.name())));
    final Prepared prepared = prepare(next, order(next).setGeneration(source), List.of());
    proceed(prepared, next);
    return prepared;
  }

  public Prepared prepare(
      List<WorkerProcess> next, Reconfigure.Builder order, List<WorkerProcess> leavers)
      throws Exception {
    final Set<WorkerProcess> all = new LinkedHashSet<>(next);
    all.addAll(leavers);
    for (final WorkerProcess worker : all) {
      worker.tell(WorkerOrder.newBuilder().setReconfigure(order));
    }
    final Preparation preparation = Preparation.await(all, order.getEpoch());
    final Prepared prepared = preparation.prepared();
    cost = preparation.cost();
    require(
        prepared.getBytesMoved() == prepared.getBytesLeast(),
        prepared.getBytesMoved() + " bytes move, " + prepared.getBytesLeast() + " would do");
    return prepared;
  }

  public void proceed(Prepared prepared, List<WorkerProcess> next) throws Exception {
    final Set<WorkerProcess> all = new LinkedHashSet<>(next);
    all.addAll(members());
    layout = prepared.getLayout();
    for (final WorkerProcess worker : all) {
      if (worker.address().getPort() != 0 && workers.containsKey(worker.name())) {
        worker.tell(
            WorkerOrder.newBuilder()
                .setProceed(Proceed.newBuilder().setEpoch(prepared.getEpoch())));
      }
    }
    watching.reached(ChangePhase.ORDERED);
    long downtimeNanos = 0;
    for (final WorkerProcess worker : next) {
      final WorkerReport resumed =
          worker.await(
              "computing again",
              r -> r.hasResumed() && r.getResumed().getEpoch() == prepared.getEpoch());
      downtimeNanos = Math.max(downtimeNanos, resumed.getResumed().getDowntimeNanos());
    }
    cost = cost.withDowntime(downtimeNanos);
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise);
    }
  }

  /**
   * Keeps a generation and says where it was.
   *
   * @throws ChangeFailed when a worker could not keep its piece; then all compute on
   */
  public long checkpoint(long generation, boolean thenHold) throws Exception {
    final long safePoint = propose();
    final List<WorkerProcess> members = members();
    for (int rank = 0; rank < members.size(); rank++) {
      final Capture.Builder capture =
          Capture.newBuilder()
              .setGeneration(generation)
              .setSafePoint(safePoint)
              .setThenHold(thenHold)
              .setKeepSafePoints(keepsSafePoints);
      if (members.size() > 1) {
        capture.setKeeper(members.get((rank + 1) % members.size()).address());
      }
      members.get(rank).tell(WorkerOrder.newBuilder().setCapture(capture));
    }
    final StringBuilder why = new StringBuilder();
    for (int rank = 0; rank < layout.getMembersCount(); rank++) {
      final PieceWritten written = KeptPieces.awaitWritten(members.get(rank));
      require(written.getRank() == rank, "rank " + rank + " kept the piece of another: " + written);
      if (!written.getError().isEmpty()) {
        why.append("rank ").append(rank).append(": ").append(written.getError()).append("; ");
        continue;
      }
      KeptPieces.takeOver(members.get(rank), generation, rank);
      if (written.getCopied()) {
        KeptPieces.adopt(members.get((rank + 1) % members.size()), generation, rank);
      }
    }
    if (!why.isEmpty()) {
      throw new ChangeFailed(why.toString(), Set.of());
    }
    return safePoint;
  }

  public void lose(WorkerProcess worker) throws InterruptedException {
    workers.remove(worker.name());
    worker.kill();
  }

  /**
   * The check values of the completed job.
   *
   * @throws WorkerEnded also when a worker says that it has lost one, which indeed has ended
   */
  public Map<String, String> awaitCompleted() throws Exception {
    final List<WorkerProcess> members = members();
    final Map<String, String> values = Completion.of(layout, members);
    WorkerClasses.learnFrom(members.getLast(), flags);
    return values;
  }

  @Override
  public void close() {
    workers.values().forEach(WorkerProcess::close);
  }
}
