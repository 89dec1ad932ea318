package io.lull.apps.fault;

import io.lull.protocol.wire.Allowance;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.WorkerOrder;
import io.lull.testkit.job.ChangeFailed;
import io.lull.testkit.job.ChangePhase;
import io.lull.testkit.job.JobCertificate;
import io.lull.testkit.job.KeptPieces;
import io.lull.testkit.job.MoveMethod;
import io.lull.testkit.job.TestJob;
import io.lull.testkit.job.WorkerEnded;
import io.lull.testkit.job.WorkerProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A job of three real processes through one change, in a phase of which one of them is killed. */
final class KilledChange implements AutoCloseable {
  /** What becomes of the configuration. */
  enum Kind {
    REPLACE,
    ADD,
    REMOVE,
    REBALANCE;

    boolean joins() {
      return this == REPLACE || this == ADD;
    }

    boolean leaves() {
      return this == REPLACE || this == REMOVE;
    }
  }

  /** Who is killed. */
  enum Victim {
    STAYS,
    LEAVES,
    JOINS
  }

  record Case(Kind kind, MoveMethod method, ChangePhase phase, Victim victim) {
    /** All that can be. */
    static List<Case> all() {
      final List<Case> all = new ArrayList<>();
      for (final Kind kind : Kind.values()) {
        for (final MoveMethod method : MoveMethod.values()) {
          for (final ChangePhase phase : ChangePhase.values()) {
            for (final Victim victim : Victim.values()) {
              final Case one = new Case(kind, method, phase, victim);
              if (one.canBe()) {
                all.add(one);
              }
            }
          }
        }
      }
      return all;
    }

    private boolean canBe() {
      final boolean moves =
          switch (method) {
            case BLOCKING -> true;
            case SELDOM_WRITTEN_BEFORE, EVERYTHING_BEFORE -> kind.joins();
            case AFTER -> kind == Kind.REPLACE;
          };
      return moves
          && switch (victim) {
            case STAYS -> true;
            // Once all compute again it has gone, unless its data follows.
            case LEAVES ->
                kind.leaves() && (phase != ChangePhase.RESUMED || method == MoveMethod.AFTER);
            case JOINS -> kind.joins();
          };
    }
  }

  private static final long GENERATION = 1;

  /** So slow that what follows a change is on the way when it is in force. */
  private static final long SLOW_BYTES_PER_SECOND = 10_000;

  private final Case change;
  private final TestJob job;

  KilledChange(Case change, Path folder, Class<?> program, Map<String, String> parameters) {
    this.change = change;
    this.job = new TestJob(folder, program, parameters, JobCertificate.NONE);
  }

  /**
   * @return the check values
   */
  Map<String, String> play() throws Exception {
    final List<WorkerProcess> first = job.start(3);
    final WorkerProcess joiner = job.start(1).getFirst();
    job.begin(first);
    final List<WorkerProcess> byRank = job.members();
    final long safePoint = job.checkpoint(GENERATION, false);
    final Layout kept = job.layout();
    final WorkerProcess leaver = byRank.get(2);
    final List<WorkerProcess> next = new ArrayList<>(byRank);
    if (change.kind().leaves()) {
      next.remove(leaver);
    }
    if (change.kind().joins()) {
      next.add(joiner);
    }
    if (change.kind() == Kind.REBALANCE) {
      next.getFirst().weighs(2);
    }
    final WorkerProcess victim =
        switch (change.victim()) {
          case STAYS -> byRank.get(1);
          case LEAVES -> leaver;
          case JOINS -> joiner;
        };
    job.moveBy(change.method());
    if (change.method() == MoveMethod.AFTER) {
      leaver.tell(
          WorkerOrder.newBuilder()
              .setAllowance(
                  Allowance.newBuilder().setNetworkBytesPerSecond(SLOW_BYTES_PER_SECOND)));
    }
    try {
      job.change(
          next,
          phase -> {
            if (phase == change.phase()) {
              victim.kill();
            }
          });
    } catch (ChangeFailed | WorkerEnded e) {
      // As it was to be; the coordinator has the job go back.
    }
    recover(byRank, isInForce() ? leaver : null, safePoint, kept);
    return job.awaitCompleted();
  }

  /** Then who leaves has no part in the job any more, even if it still has to end. */
  private boolean isInForce() {
    return change.kind().leaves() && change.phase().compareTo(ChangePhase.ORDERED) >= 0;
  }

  private void recover(
      List<WorkerProcess> byRank, @Nullable WorkerProcess left, long safePoint, Layout kept)
      throws Exception {
    job.loseTheDead();
    final List<WorkerProcess> next =
        job.workers().stream().filter(worker -> worker != left).toList();
    final Map<Integer, WorkerProcess> holders = new HashMap<>();
    for (int rank = 0; rank < byRank.size(); rank++) {
      final WorkerProcess own = byRank.get(rank);
      final WorkerProcess buddy = byRank.get((rank + 1) % byRank.size());
      if (next.contains(own)) {
        holders.put(rank, own);
      } else if (next.contains(buddy)) {
        holders.put(rank, buddy);
      } else {
        KeptPieces.bring(GENERATION, rank, own, next.getFirst());
        holders.put(rank, next.getFirst());
      }
    }
    job.recover(next, GENERATION, safePoint, kept, holders);
  }

  /** The folder in which the results are. */
  Path outputs() {
    return job.members().getFirst().folder().resolve("outputs");
  }

  String account() throws InterruptedException {
    final StringBuilder account = new StringBuilder(change.toString());
    for (final WorkerProcess worker : job.workers()) {
      account.append(worker.account());
    }
    return account.toString();
  }

  @Override
  public void close() {
    job.close();
  }
}
