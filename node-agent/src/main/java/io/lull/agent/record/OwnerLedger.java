package io.lull.agent.record;

import io.lull.agent.core.owner.GuestRecorder;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.KeptHistory;
import io.lull.protocol.wire.KeptRecord;
import io.lull.protocol.wire.OwnerHistory;
import io.lull.protocol.wire.OwnerReclaim;
import io.lull.protocol.wire.OwnerRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The owner's record on disk: events are stored within a second, hours within a few minutes. If the
 * disk refuses, the agent warns and writes the rest when it can.
 */
public final class OwnerLedger implements GuestRecorder, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OwnerLedger.class);
  static final int MAX_RECENT = 100;

  /** Jobs and users that were counted already. */
  static final int MAX_NAMES = 1024;

  private static final int MAX_EXPECTED = 64;
  private static final int MAX_TEXT = 300;
  private static final Duration AFTER_AN_EVENT = Duration.ofSeconds(1);
  private static final Duration AFTER_A_WHILE = Duration.ofMinutes(5);
  private static final Duration AFTER_LONG = Duration.ofHours(1);

  private final RecordFile<KeptRecord> file;
  private final RecordFile<KeptHistory> historyFile;
  private final UsageHistory uses;
  private final int cores;
  private final ScheduledExecutorService scheduler;
  private final OwnerRecord.Builder totals;
  private final Deque<OwnerReclaim> recent = new ArrayDeque<>();
  private final LinkedHashSet<String> jobs = new LinkedHashSet<>();
  private final LinkedHashSet<String> users = new LinkedHashSet<>();
  private final LinkedHashMap<String, Expected> expected = new LinkedHashMap<>();
  private final Object writing = new Object();
  private long historyWrittenEpochMillis;
  private boolean historyDue;
  private boolean dueSoon;
  private boolean due;
  private volatile String warning = "";

  private record Expected(String job, String user) {}

  /**
   * @param folder of the agent
   * @param cores of the machine
   * @param zone whose midnight separates days
   * @param scheduler of the writes
   */
  public OwnerLedger(
      Path folder, int cores, Clock clock, ZoneId zone, ScheduledExecutorService scheduler) {
    this.file = new RecordFile<>(folder.resolve("record"), KeptRecord.parser());
    this.historyFile = new RecordFile<>(folder.resolve("history"), KeptHistory.parser());
    this.uses =
        new UsageHistory(
            historyFile.read().orElse(KeptHistory.getDefaultInstance()).getHistory(), zone);
    this.historyWrittenEpochMillis = clock.epochMillis();
    this.cores = cores;
    this.scheduler = scheduler;
    final KeptRecord kept = file.read().orElse(KeptRecord.getDefaultInstance());
    this.totals = kept.getRecord().toBuilder().clearRecent();
    if (totals.getSinceEpochMillis() == 0) {
      totals.setSinceEpochMillis(clock.epochMillis());
    }
    recent.addAll(kept.getRecord().getRecentList());
    jobs.addAll(kept.getJobsList());
    users.addAll(kept.getUsersList());
  }

  /** The worker's job and user; called before the start. */
  public synchronized void expect(String worker, String job, String user) {
    expected.putLast(worker, new Expected(job, user));
    if (expected.size() > MAX_EXPECTED) {
      expected.pollFirstEntry();
    }
  }

  public synchronized OwnerRecord record() {
    return totals.clone().addAllRecent(recent).build();
  }

  /** The computer's use between these times. */
  public synchronized OwnerHistory history(long fromEpochMillis, long untilEpochMillis) {
    return uses.history(fromEpochMillis, untilEpochMillis);
  }

  /** What does not work: a sentence. */
  public Optional<String> warning() {
    return warning.isEmpty() ? Optional.empty() : Optional.of(warning);
  }

  /** Passing time alone does not wake the disk. */
  @Override
  public synchronized void used(String use, long epochMillis) {
    final boolean changed = uses.used(use, epochMillis);
    if (changed || epochMillis - historyWrittenEpochMillis > AFTER_LONG.toMillis()) {
      historyDue = true;
      writeWithin(AFTER_A_WHILE);
    }
  }

  @Override
  public synchronized void ran(double seconds, double guestCpu) {
    totals.setGuestSeconds(totals.getGuestSeconds() + seconds);
    totals.setGuestCoreSeconds(totals.getGuestCoreSeconds() + guestCpu * cores * seconds);
    writeWithin(AFTER_A_WHILE);
  }

  @Override
  public synchronized void served(String worker) {
    final Expected whose = expected.get(worker);
    if (whose == null) {
      return;
    }
    if (isNew(jobs, whose.job())) {
      totals.setJobs(totals.getJobs() + 1);
    }
    if (isNew(users, whose.user())) {
      totals.setUsers(totals.getUsers() + 1);
    }
    writeWithin(AFTER_AN_EVENT);
  }

  private static boolean isNew(SequencedSet<String> names, String name) {
    final boolean known = names.contains(name);
    names.addLast(name);
    if (names.size() > MAX_NAMES) {
      names.removeFirst();
    }
    return !known;
  }

  @Override
  public synchronized void reclaimed(String worker, Return why) {
    final Expected whose = expected.getOrDefault(worker, new Expected("", ""));
    recent.addFirst(
        OwnerReclaim.newBuilder()
            .setAtEpochMillis(why.atEpochMillis())
            .setWhy(cut(why.why()))
            .setSource(cut(why.source()))
            .setKind(why.kind())
            .setWorker(worker)
            .setJob(whose.job())
            .setUser(whose.user())
            .setHeldMillis(-1)
            .setFreeMillis(-1)
            .build());
    if (recent.size() > MAX_RECENT) {
      recent.removeLast();
    }
    writeWithin(AFTER_AN_EVENT);
  }

  private static String cut(String text) {
    return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT);
  }

  @Override
  public synchronized void held(String worker, double millis) {
    change(
        worker, reclaim -> reclaim.getHeldMillis() >= 0 ? reclaim : reclaim.setHeldMillis(millis));
  }

  @Override
  public synchronized void vacated(String worker, double millis, boolean killed) {
    if (killed) {
      totals.setEvicted(totals.getEvicted() + 1);
    } else {
      totals.setVacated(totals.getVacated() + 1);
    }
    change(worker, reclaim -> reclaim.setFreeMillis(millis).setKilled(killed));
  }

  @Override
  public synchronized void incident(String worker, String what) {
    totals.setIncidents(totals.getIncidents() + 1);
    writeWithin(AFTER_AN_EVENT);
  }

  /** The last time that this worker had to leave. */
  private void change(String worker, UnaryOperator<OwnerReclaim.Builder> change) {
    final List<OwnerReclaim> all = List.copyOf(recent);
    recent.clear();
    boolean changed = false;
    for (final OwnerReclaim reclaim : all) {
      if (!changed && reclaim.getWorker().equals(worker) && reclaim.getFreeMillis() < 0) {
        changed = true;
        recent.addLast(change.apply(reclaim.toBuilder()).build());
      } else {
        recent.addLast(reclaim);
      }
    }
    writeWithin(AFTER_AN_EVENT);
  }

  private void writeWithin(Duration delay) {
    final boolean soon = delay.equals(AFTER_AN_EVENT);
    if (dueSoon || (due && !soon)) {
      return;
    }
    due = true;
    dueSoon = soon;
    try {
      final var _ = scheduler.schedule(this::write, delay.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      LOG.debug("the agent writes the owner's record at its end");
    }
  }

  private void write() {
    synchronized (writing) {
      final KeptRecord now = take();
      final Optional<KeptHistory> history = takeHistory();
      try {
        file.write(now);
        if (history.isPresent()) {
          historyFile.write(history.get());
        }
        if (!warning.isEmpty()) {
          LOG.info("the owner's record can be stored again");
          warning = "";
        }
      } catch (IOException e) {
        if (warning.isEmpty()) {
          LOG.warn("cannot store the owner's record for now: {}", e.getMessage());
        }
        warning = "your record cannot be stored on disk for now (" + e.getMessage() + ")";
      }
    }
  }

  private synchronized KeptRecord take() {
    due = false;
    dueSoon = false;
    return KeptRecord.newBuilder().setRecord(record()).addAllJobs(jobs).addAllUsers(users).build();
  }

  private synchronized Optional<KeptHistory> takeHistory() {
    if (!historyDue) {
      return Optional.empty();
    }
    historyDue = false;
    final OwnerHistory history = uses.history();
    if (history.getSpansCount() > 0) {
      historyWrittenEpochMillis =
          history.getSpans(history.getSpansCount() - 1).getUntilEpochMillis();
    }
    return Optional.of(KeptHistory.newBuilder().setHistory(history).build());
  }

  /** Writes what is not on disk yet. */
  @Override
  public void close() {
    final boolean unwritten;
    synchronized (this) {
      historyDue = uses.history().getSpansCount() > 0;
      unwritten = due || historyDue;
    }
    if (unwritten || !warning.isEmpty()) {
      write();
    }
  }
}
