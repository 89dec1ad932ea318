package io.lull.coordinator.core.control;

import io.lull.coordinator.core.job.Amendment;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.job.JobEffect;
import io.lull.coordinator.core.job.JobEvent;
import io.lull.coordinator.core.job.JobStep;
import io.lull.coordinator.core.job.JobTerms;
import io.lull.coordinator.core.job.Prerequisites;
import io.lull.coordinator.core.job.WorkerKeys;
import io.lull.coordinator.core.job.machine.JobMachine;
import io.lull.coordinator.core.notice.NoticeBoard;
import io.lull.coordinator.core.store.JobStore;
import io.lull.protocol.model.JobState;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.WorkerReport;
import io.lull.scheduling.adapt.ChangeCosts;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The jobs, and which of them have yet to be stored. Used by the control loop's thread alone. */
final class JobTable {
  private final JobStore store;
  private final WorkerKeys keys;
  private final NoticeBoard notices;
  private final PendingOrders pendingOrders;
  private final Clock clock;
  private final ControlObserver observer;
  private final NavigableMap<Long, Job> jobs = new TreeMap<>();
  private final NavigableMap<Long, Job> active = new TreeMap<>();
  private final NavigableSet<Ended> ended = new TreeSet<>();
  private final Map<JobState, Integer> counts = new EnumMap<>(JobState.class);
  private final Map<String, Integer> activeOf = new HashMap<>();
  private final Map<Request, Long> requests = new HashMap<>();
  private final ChangeExperience experience = new ChangeExperience();
  private final Set<Long> urgent = new HashSet<>();
  private final Set<Long> lazy = new HashSet<>();
  private final Set<Long> changed = new HashSet<>();
  private long lazilyStoredNanos;
  private boolean unplanned = true;

  /** By which a user knows a submission before it has a number. */
  private record Request(String user, String request) {}

  /** A job that nothing can happen to any more, by when it ended. */
  private record Ended(long atMillis, long number) implements Comparable<Ended> {
    private static final Comparator<Ended> OLDEST_FIRST =
        Comparator.comparingLong(Ended::atMillis).thenComparingLong(Ended::number);

    static Ended of(Job job) {
      return new Ended(job.endedMillis(), job.terms().number());
    }

    @Override
    public int compareTo(Ended other) {
      return OLDEST_FIRST.compare(this, other);
    }
  }

  JobTable(
      JobStore store,
      WorkerKeys keys,
      NoticeBoard notices,
      PendingOrders pendingOrders,
      Clock clock,
      ControlObserver observer) {
    this.store = store;
    this.keys = keys;
    this.notices = notices;
    this.pendingOrders = pendingOrders;
    this.clock = clock;
    this.observer = observer;
    this.lazilyStoredNanos = clock.nanos();
    store.all().forEach(this::put);
  }

  NoticeBoard notices() {
    return notices;
  }

  Optional<Job> find(String id) {
    return number(id).map(jobs::get);
  }

  Collection<Job> all() {
    return jobs.values();
  }

  /** Those that have not ended, or still have a process somewhere. */
  Collection<Job> active() {
    return active.values();
  }

  /** How many of this user's are active. */
  int activeOf(String user) {
    return activeOf.getOrDefault(user, 0);
  }

  /** The one that was submitted with the same request before. */
  Optional<Job> submittedAs(JobTerms terms) {
    return Optional.ofNullable(requests.get(request(terms))).map(jobs::get);
  }

  private static Request request(JobTerms terms) {
    return new Request(terms.user(), terms.spec().getRequest());
  }

  /**
   * Those that have ended and are not to be kept any longer, the oldest first.
   *
   * @param endedBefore epoch milliseconds
   * @param most that may be kept
   * @param batch how many are named at the most
   */
  List<String> outdated(long endedBefore, int most, int batch) {
    final long surplus = Math.max(0, ended.size() - (long) most);
    final List<String> outdated = new ArrayList<>();
    for (final Ended each : ended) {
      if (outdated.size() == batch
          || (outdated.size() >= surplus && each.atMillis() >= endedBefore)) {
        break;
      }
      outdated.add("J" + each.number());
    }
    return outdated;
  }

  /** Forgets jobs that have ended, for good. */
  void drop(Collection<String> ids) {
    final List<Job> gone =
        ids.stream()
            .flatMap(id -> find(id).stream())
            .filter(job -> ended.contains(Ended.of(job)))
            .toList();
    if (gone.isEmpty()) {
      return;
    }
    store.drop(gone.stream().map(Job::id).toList());
    for (final Job job : gone) {
      final long number = job.terms().number();
      jobs.remove(number);
      requests.remove(request(job.terms()), number);
      ended.remove(Ended.of(job));
      counts.merge(job.state(), -1, Integer::sum);
      List.of(urgent, lazy, changed).forEach(waiting -> waiting.remove(number));
    }
  }

  /** Whether there may have been a job of this name that was dropped since. */
  boolean dropped(String id) {
    return number(id)
        .filter(number -> !jobs.containsKey(number) && number <= store.greatestDropped())
        .isPresent();
  }

  /** What changes cost here, from those that were seen. */
  ChangeCosts changeCosts() {
    return experience.costs();
  }

  /** How many are in this state. */
  int count(JobState state) {
    return counts.getOrDefault(state, 0);
  }

  void add(Job job) {
    put(job);
    unplanned = true;
    urgent.add(job.terms().number());
    changed.add(job.terms().number());
  }

  /** From now on the job has other terms; the next plan goes by them. */
  void amend(Job job, Amendment amendment) {
    final long number = job.terms().number();
    put(job.amended(amendment));
    unplanned = true;
    urgent.add(number);
    changed.add(number);
  }

  void tell(String id, JobEvent event) {
    find(id).ifPresent(job -> tell(job, event));
  }

  void tellActive(JobEvent event) {
    List.copyOf(active.values()).forEach(job -> tell(job, event));
  }

  /** Tells those that wait for others, or for a time, what has become of it. */
  void follow() {
    for (final Job job : List.copyOf(active.values())) {
      if (job.awaiting()) {
        final Prerequisites wanted = Prerequisites.of(job.terms().spec());
        final Optional<Job> lost = wanted.lost(this::find);
        if (lost.isPresent()) {
          tell(
              job,
              new JobEvent.Forsaken(
                  "it depended on " + lost.get().id() + ", which is " + lost.get().state().wire()));
        } else if (wanted.met(this::find, clock.epochMillis())) {
          tell(job, new JobEvent.Freed());
        }
      }
    }
  }

  void tell(Job job, JobEvent event) {
    final JobStep step;
    try {
      step =
          JobMachine.on(
              event instanceof JobEvent.Placed ? job.equipped(keys) : job,
              event,
              clock.epochMillis());
    } catch (RuntimeException e) {
      // One job's fault must not stop the others.
      observer.jobFailedOn(job.id(), event, e);
      return;
    }
    if (!step.settled()) {
      observer.jobNotSettled(step.job(), event);
    }
    for (final JobEffect effect : step.effects()) {
      switch (effect) {
        case JobEffect.Send send -> pendingOrders.add(send.node(), send.order());
      }
    }
    if (step.job().equals(job) && step.effects().isEmpty()) {
      return;
    }
    final long number = job.terms().number();
    put(step.job());
    changed.add(number);
    if (!notices.turned(job, step.job()) && step.effects().isEmpty() && mayBeForgotten(event)) {
      lazy.add(number);
    } else {
      urgent.add(number);
      unplanned |= !isTaskEnd(event) || bearsOnPlan(job, step.job());
    }
    observer.jobStepped(job, step.job());
  }

  /** Writes what must be durable before it is announced. */
  void store() {
    if (clock.nanos() - lazilyStoredNanos > Timings.LAZY_STORE.toNanos()) {
      lazilyStoredNanos = clock.nanos();
      urgent.addAll(lazy);
    }
    notices.look(active.values());
    if (!urgent.isEmpty() || !notices.unstored().isEmpty()) {
      store.put(
          urgent.stream().map(jobs::get).filter(Objects::nonNull).toList(),
          notices.unstored(),
          clock.epochMillis());
      lazy.removeAll(urgent);
      urgent.clear();
      notices.allStored();
    }
  }

  /** Writes all, before an orderly stop. */
  void storeEverything() {
    urgent.addAll(lazy);
    store();
  }

  /** Whether any job has changed since the last call so that others may be due elsewhere. */
  boolean takeUnplanned() {
    final boolean taken = unplanned;
    unplanned = false;
    return taken;
  }

  /** The jobs that are not as they were at the last call. */
  List<Job> takeChanged() {
    final List<Job> taken = changed.stream().map(jobs::get).filter(Objects::nonNull).toList();
    changed.clear();
    return taken;
  }

  private void put(Job job) {
    final long number = job.terms().number();
    final Job before = jobs.put(number, job);
    if (before == null || !before.history().equals(job.history())) {
      experience.learn(job);
    }
    if (before != null) {
      counts.merge(before.state(), -1, Integer::sum);
    }
    counts.merge(job.state(), 1, Integer::sum);
    if (before == null && !job.terms().spec().getRequest().isEmpty()) {
      requests.put(request(job.terms()), number);
    }
    final boolean over = job.state().ended() && job.occupied().isEmpty();
    final Job active = over ? this.active.remove(number) : this.active.put(number, job);
    if (over) {
      ended.add(Ended.of(job));
    } else {
      ended.remove(Ended.of(job));
    }
    final int more = (over ? 0 : 1) - (active == null ? 0 : 1);
    if (more != 0) {
      activeOf.merge(job.terms().user(), more, (a, b) -> a + b == 0 ? null : a + b);
    }
  }

  /** Losing it in a crash loses nothing: it will be said again. */
  private static boolean mayBeForgotten(JobEvent event) {
    return switch (event) {
      case JobEvent.Tick tick -> true;
      case JobEvent.Said said -> said.report().getReportCase() == WorkerReport.ReportCase.PROGRESS;
      default -> false;
    };
  }

  /** What comes often, and mostly changes nothing that a plan goes by. */
  private static boolean isTaskEnd(JobEvent event) {
    return event instanceof JobEvent.Said said
        && (said.report().hasTaskEnded() || said.report().hasTasksEnded());
  }

  private static boolean bearsOnPlan(Job before, Job after) {
    return before.state() != after.state()
        || before.greatest() != after.greatest()
        || !before.workers().equals(after.workers())
        || !before.avoided().equals(after.avoided());
  }

  private static Optional<Long> number(String id) {
    return id.matches("J[1-9][0-9]{0,17}")
        ? Optional.of(Long.parseLong(id.substring(1)))
        : Optional.empty();
  }
}
