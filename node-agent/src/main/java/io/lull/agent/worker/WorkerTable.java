package io.lull.agent.worker;

import io.lull.agent.core.owner.GuestControl;
import io.lull.agent.core.settings.Isolation;
import io.lull.agent.guest.GuestThread;
import io.lull.platform.guest.Guest;
import io.lull.platform.guest.GuestId;
import io.lull.protocol.wire.FromWorker;
import io.lull.protocol.wire.LogTail;
import io.lull.protocol.wire.RunningWorker;
import io.lull.protocol.wire.StartWorker;
import io.lull.protocol.wire.ToWorker;
import io.lull.protocol.wire.WorkerEnded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All workers of this node, and what those that have ended left on disk. */
public final class WorkerTable implements GuestControl {
  private static final Logger LOG = LoggerFactory.getLogger(WorkerTable.class);

  /** One that leaves and one that starts. */
  static final int MAX_LIVING = 2;

  /** Their folders hold outputs and logs that may still be requested. */
  static final int MAX_ENDED = 8;

  /** Why a job with --network does not run here, whatever the owner allows. */
  public static final String WITHOUT_NETWORK =
      "this computer's guest service has no network, which an administrator can" + " give to it";

  private static final int MAX_FORGOTTEN = 64;
  private static final Duration REAP_WITHIN = Duration.ofSeconds(10);
  private static final Duration CLOSE_WITHIN = Duration.ofSeconds(10);

  private record Ended(WorkerFolder folder, WorkerEnded report) {}

  private final WorkerTools tools;
  private final WorkerListener listener;
  private final Supplier<WorkerLimits> limits;
  private final GuestJournal journal;
  private final DiscardedFolders discarded;
  private final GuestThread guestThread = new GuestThread();
  private final Map<String, HostedWorker> living = new LinkedHashMap<>();
  private final LinkedHashMap<String, Ended> ended = new LinkedHashMap<>();
  private final LinkedHashSet<String> forgotten = new LinkedHashSet<>();
  private volatile long residentBytes;
  private boolean closed;

  /**
   * Ends what an earlier agent left running, and deletes what it left on disk.
   *
   * @throws IOException with one line, if something of an earlier agent cannot be ended
   */
  public WorkerTable(
      WorkerTools tools, Path journalFile, Supplier<WorkerLimits> limits, WorkerListener listener)
      throws IOException {
    this.tools = tools;
    this.listener = listener;
    this.limits = limits;
    this.journal = new GuestJournal(journalFile);
    for (final Map.Entry<String, GuestId> left : journal.left().entrySet()) {
      if (!tools.starter().reap(left.getValue(), REAP_WITHIN)) {
        throw new IOException(
            "the worker "
                + left.getKey()
                + " of an earlier agent (process "
                + left.getValue().pid()
                + ") cannot be ended: end it by hand and start again");
      }
      LOG.info("nothing is left of {}, a worker of an earlier agent", left.getKey());
    }
    if (!tools.starter().reapStrays(REAP_WITHIN)) {
      throw new IOException(
          "a worker of an earlier agent cannot be ended: end it by hand and start again");
    }
    journal.clear();
    Files.createDirectories(tools.folder());
    discarded = new DiscardedFolders(tools.folder(), tools.starter().folders());
    discarded.discardAll();
    tools.network().attach(() -> living().size(), this::allow);
  }

  private void allow(long networkBytesPerSecond) {
    living().forEach(worker -> worker.allow(networkBytesPerSecond));
  }

  /** Starts a worker; a repeated order only gets an answer. */
  public void start(StartWorker order, String node, String host) {
    final HostedWorker worker;
    synchronized (this) {
      if (closed || living.containsKey(order.getWorker())) {
        return;
      }
      final Ended before = ended.get(order.getWorker());
      if (before != null) {
        listener.ended(before.report());
        return;
      }
      final Optional<String> refusal = refusal(order);
      if (refusal.isPresent()) {
        LOG.warn("not starting {}: {}", order.getWorker(), refusal.get());
        listener.ended(
            WorkerEnded.newBuilder()
                .setJob(order.getJob())
                .setWorker(order.getWorker())
                .setExitCode(-1)
                .setNeverReady(true)
                .setReason(refusal.get())
                .build());
        return;
      }
      worker = new HostedWorker(order, tools, guestThread, journal, new Watching());
      living.put(worker.id(), worker);
    }
    tools.network().refresh();
    worker.start(limits.get(), node, host);
  }

  public void end(String worker, String reason) {
    with(worker, found -> found.end(reason));
  }

  public void tell(ToWorker order) {
    with(order.getWorker(), found -> found.tell(order.getOrder()));
  }

  /** Ends every worker that is not among those. */
  public void keepOnly(Set<String> wanted, String reason) {
    for (final HostedWorker worker : living()) {
      if (!wanted.contains(worker.id())) {
        worker.kill(reason);
      }
    }
  }

  public List<RunningWorker> running() {
    return living().stream().map(HostedWorker::view).toList();
  }

  /** The end of a running worker's log; empty for any other. */
  public Optional<LogTail> logTail(String worker) {
    return living().stream()
        .filter(living -> living.id().equals(worker))
        .findFirst()
        .map(living ->
            LogTail.newBuilder()
                .setJob(living.job())
                .setWorker(worker)
                .setText(living.logTail())
                .build());
  }

  /** Of a worker that runs, or ended a short while ago. */
  public synchronized Optional<WorkerFolder> folder(String worker) {
    final HostedWorker found = living.get(worker);
    if (found != null) {
      return Optional.of(found.folder());
    }
    return Optional.ofNullable(ended.get(worker)).map(Ended::folder);
  }

  /** Nothing that workers of the job left or will leave is needed any more. */
  public void forget(String job) {
    final List<Ended> left = new ArrayList<>();
    synchronized (this) {
      forgotten.add(job);
      if (forgotten.size() > MAX_FORGOTTEN) {
        forgotten.removeFirst();
      }
      for (final Iterator<Ended> each = ended.values().iterator(); each.hasNext(); ) {
        final Ended candidate = each.next();
        if (candidate.report().getJob().equals(job)) {
          left.add(candidate);
          each.remove();
        }
      }
    }
    left.forEach(each -> discarded.discard(each.folder()));
  }

  /**
   * Ends workers that take more than they may, and sends all their present limits. Call this
   * regularly.
   */
  public void check() {
    tools.network().refresh();
    final WorkerLimits now = limits.get();
    residentBytes = living().stream().mapToLong(worker -> WorkerChecks.check(worker, now)).sum();
  }

  /** What all workers together have of memory, as it was last measured. */
  public long residentBytes() {
    return living().isEmpty() ? 0 : residentBytes;
  }

  @Override
  public void hold(String worker, double cores) {
    with(worker, found -> found.guest().ifPresent(guest -> guest.hold(cores)));
  }

  @Override
  public void release(String worker) {
    with(worker, found -> found.guest().ifPresent(Guest::release));
  }

  @Override
  public void resume(String worker) {
    with(worker, found -> found.guest().ifPresent(Guest::resume));
  }

  @Override
  public boolean suspend(String worker) {
    final @Nullable HostedWorker found;
    synchronized (this) {
      found = living.get(worker);
    }
    if (found == null || found.guest().map(Guest::suspend).orElse(true)) {
      return true;
    }
    found.kill("it could not be stopped");
    return false;
  }

  @Override
  public void kill(String worker, String reason) {
    with(worker, found -> found.kill(reason));
  }

  /** Of all worker processes; from any thread. */
  public Collection<GuestId> processes() {
    return living().stream().flatMap(worker -> worker.guest().stream()).map(Guest::id).toList();
  }

  /** Ends every worker at once and waits until nothing of them runs; starts no new ones. */
  public void endAll() throws InterruptedException {
    synchronized (this) {
      closed = true;
    }
    final List<HostedWorker> last = living();
    last.forEach(worker -> worker.kill("the agent ends"));
    for (final HostedWorker worker : last) {
      worker.killAndWait("the agent ends", CLOSE_WITHIN);
    }
    guestThread.close();
  }

  private Optional<String> refusal(StartWorker order) {
    try {
      WorkerFolder.checkedId(order.getJob());
      WorkerFolder.checkedId(order.getWorker());
    } catch (IllegalArgumentException e) {
      return Optional.of(e.getMessage() == null ? "bad id" : e.getMessage());
    }
    if (living.size() >= MAX_LIVING) {
      return Optional.of("this node has " + MAX_LIVING + " workers already");
    }
    // Tasks of a bag have no network.
    if (limits.get().encrypted() && !order.hasBag() && !order.getDataPlane().getTls()) {
      return Optional.of(
          "this computer's owner requires encryption, and this grid's jobs exchange data without"
              + " it (--data-plane plain)");
    }
    if (order.getNetwork() && !limits.get().openNetwork()) {
      return Optional.of("this computer's owner gives guests no network (guest-network)");
    }
    if (order.getNetwork() && !tools.sandbox().opensNetwork()) {
      return Optional.of(WITHOUT_NETWORK);
    }
    if (order.getBag().hasImage() && tools.sandbox().imageRoot().isEmpty()) {
      return Optional.of(
          "this computer runs no container images: that needs bubblewrap and nsenter (util-linux)");
    }
    final Isolation required = limits.get().isolation();
    return required.met(tools.sandbox().confines(), tools.starter().groups())
        ? Optional.empty()
        : Optional.of(
            "this computer's owner requires as isolation: "
                + required.wire()
                + "; there is: "
                + tools.isolation());
  }

  private synchronized List<HostedWorker> living() {
    return List.copyOf(living.values());
  }

  private void with(String worker, Consumer<HostedWorker> action) {
    final @Nullable HostedWorker found;
    synchronized (this) {
      found = living.get(worker);
    }
    if (found != null) {
      action.accept(found);
    }
  }

  private void bury(WorkerEnded report) {
    final Optional<WorkerFolder> obsolete;
    synchronized (this) {
      final HostedWorker worker = living.remove(report.getWorker());
      if (worker != null && forgotten.contains(report.getJob())) {
        obsolete = Optional.of(worker.folder());
      } else if (worker != null) {
        ended.put(report.getWorker(), new Ended(worker.folder(), report));
        obsolete =
            ended.size() > MAX_ENDED
                ? Optional.ofNullable(ended.pollFirstEntry())
                    .map(first -> first.getValue().folder())
                : Optional.empty();
      } else {
        obsolete = Optional.empty();
      }
    }
    tools.network().refresh();
    obsolete.ifPresent(discarded::discard);
  }

  /** A worker is out of the table before anybody learns that it has ended. */
  private final class Watching implements WorkerListener {
    @Override
    public void started(String worker) {
      listener.started(worker);
    }

    @Override
    public boolean said(FromWorker report) {
      return listener.said(report);
    }

    @Override
    public void ended(WorkerEnded report) {
      bury(report);
      listener.ended(report);
    }
  }
}
