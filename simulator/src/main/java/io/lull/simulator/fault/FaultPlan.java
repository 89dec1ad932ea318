package io.lull.simulator.fault;

import io.lull.simulator.world.UserOperation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * A grid, its jobs, and all that goes wrong. Chance decides the plan and then the delays of
 * messages, each channel's apart: a fault that is left out changes nothing else's chance.
 *
 * @param seed of the delays
 * @param wishes what users ask of their jobs
 */
public record FaultPlan(
    long seed,
    int coordinators,
    int nodes,
    List<Submission> jobs,
    List<Fault> faults,
    List<Wish> wishes) {
  /** More are too many for one history. */
  public static final int MOST = 10_000;

  /** Of each kind of host. */
  public static final int MOST_HOSTS = 100;

  private static final int COORDINATORS = 3;
  private static final int NODES = 5;
  private static final int MOST_JOBS = 4;
  private static final int MOST_WORKERS = 3;
  private static final int LEAST_FAULTS = 8;
  private static final int MORE_FAULTS = 24;
  private static final int SPAN_MILLIS = 30_000;
  private static final int LONGEST_MILLIS = 12_000;
  private static final int HOUR_MILLIS = 3_600_000;
  private static final int SMALL_JUMP_MILLIS = 20_000;
  private static final int MORE_ONE_WAY = 3;
  private static final int MORE_OF_DISKS = 3;
  private static final List<FaultKind> OF_DISKS =
      List.of(FaultKind.DISK_FULL, FaultKind.DISK_DAMAGE, FaultKind.DISK_UNSYNCED);

  private static final int MORE_DRIFTS = 3;
  private static final List<FaultKind> DRIFTS =
      List.of(FaultKind.COORDINATOR_DRIFT, FaultKind.NODE_DRIFT, FaultKind.STORE_DRIFT);

  /** In one of so many plans a node goes for good. */
  private static final int GOES_IN = 4;

  private static final int MOST_CHANGES = 4;
  private static final int MOST_OF_VARIED = 2 * (LEAST_FAULTS + MORE_FAULTS);
  private static final int NEAR_MILLIS = 1_500;
  private static final int MORE_WISHES = 13;
  private static final int KINDS_OF_WISHES = 10;

  /**
   * @throws IllegalArgumentException with one line
   */
  public FaultPlan {
    if (coordinators < 1 || coordinators > MOST_HOSTS || nodes < 1 || nodes > MOST_HOSTS) {
      throw new IllegalArgumentException(
          "a grid has 1 to " + MOST_HOSTS + " coordinators and as many nodes");
    }
    if (jobs.size() > MOST || faults.size() > MOST || wishes.size() > MOST) {
      throw new IllegalArgumentException("a plan has at most " + MOST + " jobs, faults and wishes");
    }
    jobs = List.copyOf(jobs);
    faults = List.copyOf(faults);
    wishes = List.copyOf(wishes);
  }

  /** One in which users only submit jobs. */
  public FaultPlan(
      long seed, int coordinators, int nodes, List<Submission> jobs, List<Fault> faults) {
    this(seed, coordinators, nodes, jobs, faults, List.of());
  }

  /** What chance makes of a seed. */
  public static FaultPlan of(long seed) {
    final RandomGenerator chance = new SplittableRandom(seed);
    final List<Submission> jobs = new ArrayList<>();
    for (int job = 1 + chance.nextInt(MOST_JOBS); job > 0; job--) {
      final int least = 1 + chance.nextInt(MOST_WORKERS);
      jobs.add(
          new Submission(
              chance.nextInt(SPAN_MILLIS / 2),
              least,
              least + chance.nextInt(MOST_WORKERS),
              Submission.Model.GRID));
    }
    final List<Fault> faults = new ArrayList<>();
    for (int fault = LEAST_FAULTS + chance.nextInt(MORE_FAULTS); fault > 0; fault--) {
      faults.add(drawn(chance));
    }
    // What was added to plans later is drawn last, so that a seed's other faults stay what they
    // are.
    for (int oneWay = chance.nextInt(MORE_ONE_WAY); oneWay > 0; oneWay--) {
      faults.add(
          new Fault(
              chance.nextBoolean() ? FaultKind.NODE_HUSHED : FaultKind.NODE_DEAF,
              chance.nextInt(SPAN_MILLIS),
              1 + chance.nextInt(NODES),
              chance.nextInt(LONGEST_MILLIS)));
    }
    final List<Wish> wishes = new ArrayList<>();
    for (int wish = chance.nextInt(MORE_WISHES); wish > 0; wish--) {
      wishes.add(
          new Wish(
              chance.nextInt(SPAN_MILLIS),
              kindOfWish(chance),
              1 + chance.nextInt(jobs.size()),
              1 + chance.nextInt(2 * MOST_WORKERS - 1)));
    }
    jobs.replaceAll(job -> job.as(model(chance)));
    for (int disk = chance.nextInt(MORE_OF_DISKS); disk > 0; disk--) {
      faults.add(
          new Fault(
              OF_DISKS.get(chance.nextInt(OF_DISKS.size())),
              chance.nextInt(SPAN_MILLIS),
              1 + chance.nextInt(NODES),
              chance.nextInt(LONGEST_MILLIS)));
    }
    if (chance.nextInt(GOES_IN) == 0) {
      faults.add(
          new Fault(
              FaultKind.NODE_GONE, chance.nextInt(SPAN_MILLIS), 1 + chance.nextInt(NODES), 0));
    }
    for (int drift = chance.nextInt(MORE_DRIFTS); drift > 0; drift--) {
      final FaultKind kind = DRIFTS.get(chance.nextInt(DRIFTS.size()));
      faults.add(
          new Fault(
              kind,
              chance.nextInt(SPAN_MILLIS),
              subject(kind, chance),
              chance.nextInt(-LONGEST_MILLIS, LONGEST_MILLIS)));
    }
    return new FaultPlan(seed, COORDINATORS, NODES, jobs, faults, wishes).sorted();
  }

  /** Half of them are of the usual kind. */
  private static Submission.Model model(RandomGenerator chance) {
    final Submission.Model[] models = Submission.Model.values();
    return chance.nextBoolean() ? Submission.Model.GRID : models[chance.nextInt(models.length)];
  }

  private FaultPlan sorted() {
    return new FaultPlan(
        seed,
        coordinators,
        nodes,
        jobs.stream().sorted(Comparator.comparingLong(Submission::atMillis)).toList(),
        faults.stream().sorted(Comparator.comparingLong(Fault::atMillis)).toList(),
        wishes.stream().sorted(Comparator.comparingLong(Wish::atMillis)).toList());
  }

  /**
   * The same with some changes by chance: a fault comes at another time, lasts shorter or longer,
   * hits another host, comes twice or not at all, or another one comes with it. The delays of
   * messages stay.
   */
  FaultPlan varied(long by) {
    final RandomGenerator chance = new SplittableRandom(by);
    FaultPlan plan = this;
    for (int change = 1 + chance.nextInt(MOST_CHANGES); change > 0; change--) {
      final List<Fault> all = new ArrayList<>(plan.faults);
      if (all.isEmpty() || (chance.nextInt(3) == 0 && all.size() < MOST_OF_VARIED)) {
        all.add(
            near(
                drawn(chance),
                all.isEmpty() ? 0 : all.get(chance.nextInt(all.size())).atMillis(),
                chance));
      } else {
        final int which = chance.nextInt(all.size());
        final Fault fault = all.get(which);
        switch (chance.nextInt(5)) {
          case 0 -> all.remove(which);
          case 1 -> all.set(which, near(fault, fault.atMillis(), chance));
          case 2 ->
              all.set(
                  which,
                  fault.kind().ofClock() ? fault : fault.lasting(chance.nextInt(LONGEST_MILLIS)));
          case 3 -> {
            if (all.size() < MOST_OF_VARIED) {
              all.add(near(fault, fault.atMillis(), chance));
            }
          }
          default ->
              all.set(
                  which,
                  new Fault(
                      fault.kind(),
                      fault.atMillis(),
                      subject(fault.kind(), chance),
                      fault.lastsMillis()));
        }
      }
      plan = plan.with(all);
    }
    return plan.sorted();
  }

  private static Fault near(Fault fault, long atMillis, RandomGenerator chance) {
    return new Fault(
        fault.kind(),
        Math.max(0, atMillis + chance.nextInt(-NEAR_MILLIS, NEAR_MILLIS)),
        fault.subject(),
        fault.lastsMillis());
  }

  private static int subject(FaultKind kind, RandomGenerator chance) {
    return switch (kind.subject()) {
      case COORDINATOR -> 1 + chance.nextInt(COORDINATORS);
      case NODE -> 1 + chance.nextInt(NODES);
      case STORE -> 1;
    };
  }

  /** Half of them only look; few cancel, since little happens to a cancelled job. */
  private static UserOperation.Kind kindOfWish(RandomGenerator chance) {
    return switch (chance.nextInt(KINDS_OF_WISHES)) {
      case 0, 1 -> UserOperation.Kind.RESIZE;
      case 2 -> UserOperation.Kind.HOLD;
      case 3 -> UserOperation.Kind.RELEASE;
      case 4 -> chance.nextInt(4) == 0 ? UserOperation.Kind.CANCEL : UserOperation.Kind.RESIZE;
      default -> UserOperation.Kind.READ;
    };
  }

  private static Fault drawn(RandomGenerator chance) {
    final FaultKind kind = kind(chance);
    final int subject = subject(kind, chance);
    return new Fault(
        kind,
        chance.nextInt(SPAN_MILLIS),
        subject,
        kind.ofClock() ? jump(chance) : chance.nextInt(LONGEST_MILLIS));
  }

  /** An hour, as when the summer's time is set by hand, or some seconds; either way. */
  private static long jump(RandomGenerator chance) {
    final long far = chance.nextBoolean() ? HOUR_MILLIS : chance.nextInt(SMALL_JUMP_MILLIS);
    return chance.nextBoolean() ? far : -far;
  }

  private static FaultKind kind(RandomGenerator chance) {
    int all = 0;
    for (final FaultKind kind : FaultKind.values()) {
      all += kind.weight();
    }
    int left = chance.nextInt(all);
    for (final FaultKind kind : FaultKind.values()) {
      left -= kind.weight();
      if (left < 0) {
        return kind;
      }
    }
    throw new IllegalStateException("weights do not add up");
  }

  FaultPlan with(List<Fault> otherFaults) {
    return new FaultPlan(seed, coordinators, nodes, jobs, otherFaults, wishes);
  }

  FaultPlan withWishes(List<Wish> otherWishes) {
    return new FaultPlan(seed, coordinators, nodes, jobs, faults, otherWishes);
  }

  FaultPlan withJobs(List<Submission> otherJobs) {
    return new FaultPlan(seed, coordinators, nodes, otherJobs, faults, wishes);
  }

  /** When nothing more happens than what goes on by itself. */
  long endMillis() {
    return Math.max(
        Math.max(
            jobs.stream().mapToLong(Submission::atMillis).max().orElse(0),
            wishes.stream().mapToLong(Wish::atMillis).max().orElse(0)),
        faults.stream().mapToLong(fault -> fault.atMillis() + fault.spanMillis()).max().orElse(0));
  }
}
