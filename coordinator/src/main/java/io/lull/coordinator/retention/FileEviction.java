package io.lull.coordinator.retention;

import io.lull.coordinator.core.control.RefusedException;
import io.lull.coordinator.core.control.RetentionCommands;
import io.lull.coordinator.core.control.RetentionCommands.EndedJob;
import io.lull.coordinator.file.FileRemoval;
import io.lull.coordinator.file.FileStore;
import io.lull.coordinator.file.IdleFile;
import io.lull.coordinator.file.SpaceReservation;
import io.lull.protocol.text.Sizes;
import io.lull.protocol.time.Clock;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps files within the quota. It removes programs and inputs that no unfinished job needs first,
 * since they can be sent again; then outputs of ended jobs, first of users over their share, oldest
 * first. Any thread.
 */
public final class FileEviction {
  /** In one go, so that nobody waits for long. */
  private static final int MOST_DROPPED = 2_000;

  private static final Duration PATIENCE = Duration.ofSeconds(15);
  private static final Logger LOG = LoggerFactory.getLogger(FileEviction.class);

  private final FileStore files;
  private final FileRemoval removal;
  private final RetentionCommands desk;
  private final Clock clock;
  private final ReentrantLock making = new ReentrantLock(true);

  public FileEviction(FileStore files, RetentionCommands desk, Clock clock) {
    this.files = files;
    this.removal = files.removal();
    this.desk = desk;
    this.clock = clock;
  }

  /**
   * Room for a program or an input.
   *
   * @throws RefusedException with one line when there is none
   */
  public SpaceReservation forBlob(String user, long bytes) throws IOException {
    if (bytes > removal.quota().bytesOfUser()) {
      throw new RefusedException(
          RefusedException.Kind.WRONG,
          "a program or an input of "
              + Sizes.format(bytes)
              + " exceeds the quota per user, "
              + Sizes.format(removal.quota().bytesOfUser())
              + ": send less, or ask an administrator to raise --user-quota");
    }
    return reservation(user, bytes)
        .orElseThrow(() ->
            removal.excessOf(user, bytes) > 0
                ? new RefusedException(
                    RefusedException.Kind.TOO_MUCH,
                    "programs and inputs of "
                        + user
                        + "'s active jobs fill the quota per user, "
                        + Sizes.format(removal.quota().bytesOfUser())
                        + ": wait until some jobs end, or cancel some")
                : full());
  }

  /**
   * Room for an output.
   *
   * @throws RefusedException with one line when there is none
   */
  public SpaceReservation forOutput(long bytes) throws IOException {
    return reservation("", bytes).orElseThrow(this::full);
  }

  private RefusedException full() {
    return new RefusedException(
        RefusedException.Kind.TOO_MUCH,
        "files of active jobs fill the coordinator's quota, "
            + Sizes.format(removal.quota().bytes())
            + ": wait until some jobs end, or ask an administrator to raise --files-quota");
  }

  private Optional<SpaceReservation> reservation(String owner, long bytes) throws IOException {
    final Optional<SpaceReservation> at = files.reservation(owner, bytes);
    if (at.isPresent()) {
      return at;
    }
    try {
      if (!making.tryLock(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        return Optional.empty();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
    try {
      final Optional<SpaceReservation> meanwhile = files.reservation(owner, bytes);
      if (meanwhile.isPresent()) {
        return meanwhile;
      }
      make(owner, bytes);
      return files.reservation(owner, bytes);
    } finally {
      making.unlock();
    }
  }

  /** Drops what is over the quota. */
  void shrink() throws IOException {
    if (removal.excess(0) <= 0) {
      return;
    }
    making.lock();
    try {
      make("", 0);
    } finally {
      making.unlock();
    }
  }

  /** Drops the outputs that are there of jobs which ended before, or that nobody knows any more. */
  void dropOutputs(long endedBefore) throws IOException {
    making.lock();
    try {
      final List<EndedJob> old =
          desk.pastOf(removal.jobsWithOutputs()).stream()
              .filter(past -> past.outputsDropped() || past.endedMillis() < endedBefore)
              .limit(MOST_DROPPED)
              .toList();
      drop(old, "they are older than --keep-outputs");
    } finally {
      making.unlock();
    }
  }

  private void make(String owner, long bytes) throws IOException {
    // In this order: what was of use after the first question is not dropped after the second.
    final long touch = removal.lastTouch();
    final Set<String> needed = desk.neededFiles();
    int dropped = 0;
    for (final IdleFile idle : removal.idle(needed)) {
      final boolean ofOwner =
          !owner.isEmpty() && idle.owner().equals(owner) && removal.excessOf(owner, bytes) > 0;
      if (dropped < MOST_DROPPED
          && (ofOwner || removal.excess(bytes) > 0)
          && removal.dropBlob(idle.sha256(), touch)) {
        dropped++;
      }
    }
    if (dropped > 0) {
      LOG.info("Deleted {} unused programs and inputs to free space", dropped);
    }
    if (removal.excess(bytes) > 0) {
      dropForRoom(bytes);
    }
  }

  private void dropForRoom(long bytes) throws IOException {
    final long endedBefore = clock.epochMillis() - RetentionTerms.SHORTEST.toMillis();
    final List<EndedJob> oldest =
        desk.pastOf(removal.jobsWithOutputs()).stream()
            .filter(past -> past.endedMillis() < endedBefore)
            .sorted(Comparator.comparingLong(EndedJob::endedMillis).thenComparing(EndedJob::job))
            .toList();
    final Map<String, Long> ofUsers = new HashMap<>();
    oldest.forEach(past -> ofUsers.merge(past.user(), removal.outputsOf(past.job()), Long::sum));
    final Set<EndedJob> chosen = new LinkedHashSet<>();
    long excess = removal.excess(bytes);
    for (final boolean overShare : new boolean[] {true, false}) {
      for (final EndedJob past : oldest) {
        if (excess > 0
            && chosen.size() < MOST_DROPPED
            && !chosen.contains(past)
            && (!overShare
                || ofUsers.getOrDefault(past.user(), 0L) > removal.quota().bytesOfUser())) {
          final long size = removal.outputsOf(past.job());
          chosen.add(past);
          ofUsers.merge(past.user(), -size, Long::sum);
          excess -= size;
        }
      }
    }
    drop(List.copyOf(chosen), "the quota is full");
  }

  /** First it is said that they are gone, then they go: nobody is promised what is half there. */
  private void drop(List<EndedJob> past, String why) throws IOException {
    final List<String> unsaid =
        past.stream().filter(each -> !each.outputsDropped()).map(EndedJob::job).toList();
    if (!unsaid.isEmpty()) {
      desk.sayDropped(unsaid);
      LOG.info("Deleted the outputs of {} jobs: {}", unsaid.size(), why);
    }
    for (final EndedJob each : past) {
      removal.dropOutputs(each.job());
    }
  }
}
