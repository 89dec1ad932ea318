package io.lull.apps.fault;

import io.lull.protocol.wire.Layout;
import io.lull.testkit.job.ChangeFailed;
import io.lull.testkit.job.JobCertificate;
import io.lull.testkit.job.KeptPieces;
import io.lull.testkit.job.MoveMethod;
import io.lull.testkit.job.ProgramIsOver;
import io.lull.testkit.job.TestJob;
import io.lull.testkit.job.WorkerEnded;
import io.lull.testkit.job.WorkerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;

/**
 * One job of real processes through a random sequence of what happens to machines and disks. It
 * plays the coordinator and the agents: it keeps count of who has which piece, and after a loss
 * goes back to the last generation of which every rank's piece is somewhere whole.
 */
final class FaultRun implements AutoCloseable {
  private static final int MOST_WORKERS = 5;
  private static final int LONGEST_DELAY_MILLIS = 40;
  private static final List<MoveMethod> METHODS = List.of(MoveMethod.values());

  private final TestJob job;
  private final RandomGenerator random;

  /** Cut off from the others, or healed and then still of another time. */
  private final List<WorkerProcess> stale = new ArrayList<>();

  /** What happened, and when. */
  private final StringBuilder story = new StringBuilder();

  private final long begun = System.nanoTime();

  /** Of generations; none is given twice. */
  private long numbers;

  private long generation;
  private long safePoint;
  private Layout kept = Layout.getDefaultInstance();
  private final Map<Integer, List<WorkerProcess>> copies = new HashMap<>();

  /** The copies that were damaged here: no other may turn out to be unreadable. */
  private final Set<Copy> damaged = new HashSet<>();

  /** A rank's piece of a generation, where it lies. */
  private record Copy(long generation, int rank, WorkerProcess holder) {}

  FaultRun(Path folder, Class<?> program, Map<String, String> parameters, RandomGenerator random) {
    this.job = new TestJob(folder, program, parameters, JobCertificate.NONE);
    this.random = random;
  }

  String story() {
    return story.toString();
  }

  /** Logs and threads of those who run at the end of it. */
  String account() throws InterruptedException {
    final StringBuilder account = new StringBuilder();
    for (final WorkerProcess worker : job.workers()) {
      account.append(worker.account());
    }
    return account.toString();
  }

  /** The folder in which the results are. */
  Path outputs() {
    return job.members().stream()
        .map(worker -> worker.folder().resolve("outputs"))
        .filter(FaultRun::hasFiles)
        .findFirst()
        .orElse(job.members().getFirst().folder().resolve("outputs"));
  }

  private static boolean hasFiles(Path folder) {
    final String[] files = folder.toFile().list();
    return files != null && files.length > 0;
  }

  /**
   * @return the check values
   */
  Map<String, String> play(int events) throws Exception {
    job.keepSafePoints(random.nextBoolean());
    job.begin(job.start(1 + random.nextInt(MOST_WORKERS)));
    try {
      for (int i = 0; i < events; i++) {
        event();
      }
    } catch (ProgramIsOver e) {
      tell("over");
    }
    while (true) {
      try {
        final Map<String, String> values = job.awaitCompleted();
        tell("complete");
        return values;
      } catch (WorkerEnded e) {
        tell("failed: " + e.getMessage());
        recover();
      }
    }
  }

  private void tell(String what) {
    story
        .append("at ")
        .append(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun))
        .append(" ms: ")
        .append(what)
        .append("; ");
  }

  private void event() throws Exception {
    try {
      switch (random.nextInt(11)) {
        case 0, 1 -> join();
        case 2 -> leave();
        case 3 -> migrate();
        case 4, 5 -> checkpoint();
        case 6 -> kill();
        case 7 -> damage();
        case 8 -> cut();
        case 9 -> rebalance();
        default -> fillDisk();
      }
    } catch (ChangeFailed | WorkerEnded e) {
      tell("failed: " + e.getMessage());
      recover();
    }
  }

  private void join() throws Exception {
    if (job.members().size() < MOST_WORKERS) {
      final List<WorkerProcess> next = new ArrayList<>(job.members());
      next.addAll(job.start(1));
      change("join", next);
    }
  }

  private void leave() throws Exception {
    if (job.members().size() > 1) {
      final List<WorkerProcess> next = new ArrayList<>(job.members());
      next.remove(random.nextInt(next.size()));
      change("leave", next);
    }
  }

  private void migrate() throws Exception {
    final List<WorkerProcess> next = new ArrayList<>(job.members());
    next.set(random.nextInt(next.size()), job.start(1).getFirst());
    change("migrate", next);
  }

  private void rebalance() throws Exception {
    final List<WorkerProcess> members = job.members();
    members.forEach(worker -> worker.weighs(0.4 + 2 * random.nextDouble()));
    change("rebalance", members);
  }

  /** One time in four somebody who takes part is lost at any moment of it. */
  private void change(String what, List<WorkerProcess> next) throws Exception {
    final List<WorkerProcess> before = job.members();
    tell(what + " " + before.size() + " to " + next.size());
    if (random.nextInt(4) == 0) {
      final WorkerProcess victim = next.get(random.nextInt(next.size()));
      final long nanos = TimeUnit.MICROSECONDS.toNanos(random.nextInt(LONGEST_DELAY_MILLIS * 1000));
      tell("and " + victim.name() + " is killed after " + nanos / 1000 + " us");
      Thread.ofVirtual()
          .start(() -> {
            LockSupport.parkNanos(nanos);
            try {
              victim.kill();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          });
    }
    final MoveMethod method = METHODS.get(random.nextInt(METHODS.size()));
    tell(method.name());
    job.moveBy(method);
    if (random.nextInt(4) == 0) {
      tell("from the safe point before");
      job.changeFromTheSafePointBefore(next);
    } else {
      job.change(next);
    }
    for (final WorkerProcess leaver : before) {
      if (!next.contains(leaver)) {
        handOn(leaver);
      }
    }
    job.loseTheDead();
    if (job.members().size() < job.layout().getMembersCount()) {
      tell("somebody ended after it");
      recover();
    }
  }

  /** A machine whose worker has left still has its pieces. */
  private void handOn(WorkerProcess leaver) throws IOException {
    for (final Map.Entry<Integer, List<WorkerProcess>> rank : copies.entrySet()) {
      if (rank.getValue().remove(leaver)) {
        final List<WorkerProcess> others = new ArrayList<>(job.members());
        others.removeAll(rank.getValue());
        if (!others.isEmpty()) {
          final WorkerProcess other = others.get(random.nextInt(others.size()));
          KeptPieces.bring(generation, rank.getKey(), leaver, other);
          if (damaged.contains(new Copy(generation, rank.getKey(), leaver))) {
            damaged.add(new Copy(generation, rank.getKey(), other));
          }
          rank.getValue().add(other);
        }
      }
    }
  }

  private void checkpoint() throws Exception {
    final long number = ++numbers;
    tell("generation " + number);
    final long at = job.checkpoint(number, false);
    final List<WorkerProcess> members = job.members();
    final Map<Integer, List<WorkerProcess>> written = new HashMap<>();
    for (int rank = 0; rank < members.size(); rank++) {
      final List<WorkerProcess> holders = new ArrayList<>(List.of(members.get(rank)));
      if (members.size() > 1) {
        final WorkerProcess buddy = members.get((rank + 1) % members.size());
        if (!Files.exists(KeptPieces.path(buddy, number, rank))) {
          KeptPieces.bring(number, rank, members.get(rank), buddy);
        }
        holders.add(buddy);
      }
      written.put(rank, holders);
    }
    generation = number;
    safePoint = at;
    kept = job.layout();
    copies.clear();
    copies.putAll(written);
  }

  private void kill() throws Exception {
    final List<WorkerProcess> members = job.members();
    final WorkerProcess victim = members.get(random.nextInt(members.size()));
    tell("kill " + victim.name());
    victim.kill();
    recover();
  }

  /** The others go on without it; what it says when it is healed is of an epoch that is over. */
  private void cut() throws Exception {
    if (!stale.isEmpty() && random.nextBoolean()) {
      final WorkerProcess healed = stale.get(random.nextInt(stale.size()));
      tell("heal " + healed.name());
      healed.heal();
      return;
    }
    final List<WorkerProcess> members = job.members();
    final WorkerProcess victim = members.get(random.nextInt(members.size()));
    tell("cut " + victim.name());
    victim.cut();
    stale.add(victim);
    job.giveUp(victim);
    copies.values().forEach(holders -> holders.remove(victim));
    recover();
  }

  /** The next checkpoint does not fit on one of the disks: the one before must still be good. */
  private void fillDisk() throws Exception {
    final List<WorkerProcess> members = job.members();
    final int rank = random.nextInt(members.size());
    final Path pieces = Files.createDirectories(members.get(rank).folder().resolve("pieces"));
    final long number = ++numbers;
    final Path full = pieces.resolve("g" + number + "-r" + rank + ".piece.tmp");
    tell("the disk of " + members.get(rank).name() + " is full");
    Files.createSymbolicLink(full, Path.of("/dev/full"));
    try {
      job.checkpoint(number, false);
      throw new AssertionError("a piece was kept on a full disk");
    } catch (ChangeFailed e) {
      tell(e.getMessage());
    } finally {
      Files.deleteIfExists(full);
    }
  }

  /** A copy is torn off, or one of its bits flips; nobody is told. */
  private void damage() throws IOException {
    if (copies.isEmpty()) {
      return;
    }
    final int rank = random.nextInt(copies.size());
    final List<WorkerProcess> holders = copies.get(rank);
    if (holders.isEmpty()) {
      return;
    }
    final WorkerProcess holder = holders.get(random.nextInt(holders.size()));
    final Path piece = KeptPieces.path(holder, generation, rank);
    final byte[] bytes = Files.readAllBytes(piece);
    tell("damage of rank " + rank + " at " + holder.name());
    damaged.add(new Copy(generation, rank, holder));
    switch (random.nextInt(3)) {
      case 0 -> Files.write(piece, java.util.Arrays.copyOf(bytes, random.nextInt(bytes.length)));
      case 1 -> {
        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        Files.write(piece, bytes);
      }
      default -> Files.write(piece, ForgedPiece.of(bytes));
    }
  }

  private void recover() throws Exception {
    while (true) {
      job.loseTheDead();
      copies.values().forEach(holders -> holders.removeIf(holder -> !holder.isAlive()));
      final List<WorkerProcess> next = new ArrayList<>(job.workers());
      if (next.isEmpty() || (next.size() < MOST_WORKERS && random.nextBoolean())) {
        next.addAll(job.start(1));
      }
      final Map<Integer, WorkerProcess> holders = new HashMap<>();
      copies.forEach((rank, all) -> {
        if (!all.isEmpty()) {
          holders.put(rank, all.get(random.nextInt(all.size())));
        }
      });
      try {
        if (generation == 0 || holders.size() < kept.getMembersCount()) {
          tell("all copies of a piece are lost: afresh on " + next.size());
          generation = 0;
          copies.clear();
          job.begin(next);
        } else {
          tell("back to generation " + generation + " on " + next.size());
          job.recover(next, generation, safePoint, kept, holders);
        }
        return;
      } catch (ChangeFailed e) {
        tell("failed: " + e.getMessage());
        for (final int rank : e.damagedRanks()) {
          final WorkerProcess holder = holders.get(rank);
          if (!damaged.contains(new Copy(generation, rank, holder))) {
            throw new AssertionError("a sound copy of rank " + rank + " could not be read", e);
          }
          copies.get(rank).remove(holder);
        }
      } catch (WorkerEnded e) {
        tell("failed: " + e.getMessage());
      }
    }
  }

  @Override
  public void close() {
    stale.forEach(WorkerProcess::close);
    job.close();
  }
}
