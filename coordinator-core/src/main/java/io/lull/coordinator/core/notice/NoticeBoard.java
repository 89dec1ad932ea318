package io.lull.coordinator.core.notice;

import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.store.NoticeStore;
import io.lull.coordinator.core.view.JobViews;
import io.lull.protocol.model.JobState;
import io.lull.protocol.model.Occasion;
import io.lull.protocol.records.NoticeRecord;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.Notify;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;

/**
 * The due notices of jobs whose users requested them. An end is reported at once; a suspension or a
 * wait is reported once it has lasted for a while, as most are over before anyone reads of them,
 * and only once each. Used by the control loop's thread alone.
 */
public final class NoticeBoard {
  /** What lasts for so long is told. */
  static final Duration LASTING = Duration.ofMinutes(1);

  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
  private static final Duration COMPLAINT_INTERVAL = Duration.ofMinutes(1);

  private final NoticeStore store;
  private final BooleanSupplier room;
  private final BiConsumer<String, String> dropped;
  private final Clock clock;
  private final List<NoticeRecord> unstored = new ArrayList<>();
  private final List<NoticeRecord> stored = new ArrayList<>();
  private final Map<Stretch, Long> since = new HashMap<>();
  private final Set<Stretch> told = new HashSet<>();
  private long lookedNanos;
  private long complainedNanos;

  /** A job in a state that is told when it lasts. */
  private record Stretch(String job, Occasion occasion) {}

  /**
   * @param room whether more can be kept until they are sent
   * @param dropped told the job and the event, at most once a minute, when there was no room
   */
  public NoticeBoard(
      NoticeStore store, BooleanSupplier room, BiConsumer<String, String> dropped, Clock clock) {
    this.dropped = dropped;
    this.store = store;
    this.room = room;
    this.clock = clock;
    this.lookedNanos = clock.nanos() - LOOK_EVERY.toNanos();
    this.complainedNanos = clock.nanos() - COMPLAINT_INTERVAL.toNanos();
    for (final NoticeRecord notice : store.all()) {
      for (final Occasion lasting : List.of(Occasion.SUSPENDED, Occasion.WAITING)) {
        if (notice.getEvent().equals(lasting.wire())) {
          told.add(new Stretch(notice.getJob(), lasting));
        }
      }
    }
  }

  /**
   * @return whether there is something to tell, which is to be stored together with the job
   */
  public boolean turned(Job before, Job after) {
    return after.state().ended()
        && !before.state().ended()
        && wanted(after, Occasion.END)
        && put(after, after.state().wire());
  }

  /**
   * Looks for what has lasted.
   *
   * @param active all jobs that have not ended
   */
  public void look(Collection<Job> active) {
    if (clock.nanos() - lookedNanos < LOOK_EVERY.toNanos()) {
      return;
    }
    lookedNanos = clock.nanos();
    final Set<Stretch> present = new HashSet<>();
    for (final Job job : active) {
      occasion(job)
          .filter(occasion -> wanted(job, occasion))
          .ifPresent(occasion -> {
            final Stretch stretch = new Stretch(job.id(), occasion);
            present.add(stretch);
            final long begun = since.computeIfAbsent(stretch, _ -> clock.nanos());
            if (clock.nanos() - begun >= LASTING.toNanos()
                && !told.contains(stretch)
                && put(job, occasion.wire())) {
              told.add(stretch);
            }
          });
    }
    since.keySet().retainAll(present);
    for (final Stretch over : List.copyOf(told)) {
      if (!present.contains(over)) {
        store.remove(over.job(), over.occasion().wire());
        told.remove(over);
      }
    }
  }

  private static Optional<Occasion> occasion(Job job) {
    return job.state() == JobState.SUSPENDED
        ? Optional.of(Occasion.SUSPENDED)
        : job.state() == JobState.QUEUED && !job.awaiting()
            ? Optional.of(Occasion.WAITING)
            : Optional.empty();
  }

  private static boolean wanted(Job job, Occasion occasion) {
    final Notify notify = job.terms().spec().getNotify();
    return !notify.getUrl().isEmpty() && Occasion.all(notify.getOnList()).contains(occasion);
  }

  private boolean put(Job job, String event) {
    if (!room.getAsBoolean()) {
      if (clock.nanos() - complainedNanos >= COMPLAINT_INTERVAL.toNanos()) {
        complainedNanos = clock.nanos();
        dropped.accept(job.id(), event);
      }
      return false;
    }
    final JobView view = JobViews.of(job);
    final long now = clock.epochMillis();
    unstored.add(NoticeText.of(view, event, job.terms().spec().getNotify().getUrl(), now));
    return true;
  }

  /** The notices to write together with the jobs. */
  public List<NoticeRecord> unstored() {
    return List.copyOf(unstored);
  }

  /** All that there was to be written is. */
  public void allStored() {
    stored.addAll(unstored);
    unstored.clear();
  }

  /** What may be sent from now on. */
  public List<NoticeRecord> takeStored() {
    final List<NoticeRecord> taken = List.copyOf(stored);
    stored.clear();
    return taken;
  }
}
