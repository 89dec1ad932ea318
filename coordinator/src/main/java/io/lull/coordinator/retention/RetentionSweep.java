package io.lull.coordinator.retention;

import io.lull.coordinator.core.control.RefusedException;
import io.lull.coordinator.core.control.RetentionCommands;
import io.lull.coordinator.core.store.NodeArchive;
import io.lull.coordinator.core.store.StoreException;
import io.lull.coordinator.file.FileRemoval;
import io.lull.coordinator.file.FileStore;
import io.lull.protocol.time.Clock;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes expired records and files periodically, in small batches, so that it does not delay other
 * writes.
 */
public final class RetentionSweep implements AutoCloseable {
  static final Duration ROUND = Duration.ofMinutes(1);

  private static final int JOBS_AT_ONCE = 100;
  private static final int JOBS_A_ROUND = 5_000;
  private static final int NODES_AT_ONCE = 32;
  private static final int DAYS_A_ROUND = 2_000;
  private static final Duration STOP_PATIENCE = Duration.ofSeconds(10);
  private static final Logger LOG = LoggerFactory.getLogger(RetentionSweep.class);

  private final RetentionTerms terms;
  private final RetentionCommands desk;
  private final FileEviction room;
  private final FileRemoval removal;
  private final NodeArchive past;
  private final Clock clock;
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final Thread thread;

  /** One that goes round when it is told to. */
  RetentionSweep(
      RetentionTerms terms,
      RetentionCommands desk,
      FileStore files,
      NodeArchive past,
      Clock clock) {
    this.terms = terms;
    this.desk = desk;
    this.room = new FileEviction(files, desk, clock);
    this.removal = files.removal();
    this.past = past;
    this.clock = clock;
    this.thread = Thread.ofPlatform().name("lull-retention").daemon().unstarted(this::run);
  }

  /** One that goes round by itself until it is closed. */
  public static RetentionSweep start(
      RetentionTerms terms,
      RetentionCommands desk,
      FileStore files,
      NodeArchive past,
      Clock clock) {
    final RetentionSweep sweep = new RetentionSweep(terms, desk, files, past, clock);
    sweep.thread.start();
    return sweep;
  }

  /** Where files get their room. */
  public FileEviction room() {
    return room;
  }

  /** Ends after what it is just doing. */
  @Override
  public void close() {
    stopping.countDown();
    try {
      thread.join(STOP_PATIENCE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      while (!stopping.await(ROUND.toMillis(), TimeUnit.MILLISECONDS)) {
        round();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** All that is due now, or as much of it as one round does. */
  void round() {
    attempt("old outputs", () -> room.dropOutputs(before(terms.outputs())));
    attempt("old jobs", this::dropJobs);
    attempt("files over the quota", room::shrink);
    attempt("the last use of files", removal::noteUses);
    attempt("the history of nodes", this::condense);
  }

  private void dropJobs() {
    int dropped = 0;
    int last;
    do {
      last = desk.dropOutdated(before(terms.jobs()), terms.mostJobs(), JOBS_AT_ONCE);
      dropped += last;
    } while (last == JOBS_AT_ONCE && dropped < JOBS_A_ROUND && stopping.getCount() > 0);
    if (dropped > 0) {
      LOG.info("Deleted the records of {} old jobs", dropped);
    }
  }

  private void condense() {
    int days = 0;
    int last;
    do {
      last = past.condense(before(terms.history().changes()), NODES_AT_ONCE);
      days += last;
    } while (last > 0 && days < DAYS_A_ROUND && stopping.getCount() > 0);
    past.forget(before(terms.history().hours()));
  }

  private long before(Duration age) {
    return clock.epochMillis() - age.toMillis();
  }

  /** One part of a round. */
  private interface Work {
    void run() throws IOException;
  }

  /** What does not succeed now is tried again in the next round. */
  private void attempt(String what, Work work) {
    if (stopping.getCount() == 0) {
      return;
    }
    try {
      work.run();
    } catch (RefusedException e) {
      LOG.debug("{}: {}", what, e.getMessage());
    } catch (IOException | StoreException e) {
      LOG.warn("Retention of {} failed: {}", what, e.getMessage());
    } catch (RuntimeException e) {
      LOG.error("Retention of {} failed", what, e);
    }
  }
}
