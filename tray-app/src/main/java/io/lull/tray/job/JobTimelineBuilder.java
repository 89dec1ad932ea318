package io.lull.tray.job;

import io.lull.protocol.model.EventKind;
import io.lull.protocol.wire.EventView;
import io.lull.protocol.wire.JobView;
import io.lull.tray.model.Tone;
import io.lull.tray.text.Phrases;
import io.lull.tray.text.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Builds a job's timeline from its events. */
final class JobTimelineBuilder {
  /** Only the newest: nobody reads more, and the command lists them all. */
  static final int HAPPENINGS_SHOWN = 40;

  /** The minimum distance of marks on the axis. */
  private static final int PLACES = 90;

  private static final String DONE = "done";

  private final Phrases phrases;
  private final Texts texts;

  JobTimelineBuilder(JobTexts words) {
    this.phrases = words.phrases();
    this.texts = words.texts();
  }

  JobTimeline of(JobView job, long nowEpochMillis) {
    if (job.getEventsCount() == 0) {
      return JobTimeline.NOTHING;
    }
    final List<EventView> events = job.getEventsList();
    final long from =
        job.getStartedAt() == 0
            ? events.getFirst().getAt()
            : Math.min(job.getStartedAt(), events.getFirst().getAt());
    final long until =
        Math.max(
            job.getFinishedAt() == 0 ? nowEpochMillis : job.getFinishedAt(),
            events.getLast().getAt());
    final double length = Math.max(1, until - from);
    final List<JobTimeline.Span> spans = new ArrayList<>();
    final List<JobTimeline.Mark> marks = new ArrayList<>();
    int most = 0;
    double begin = 0;
    int workers = 0;
    for (final EventView event : events) {
      final double at = (event.getAt() - from) / length;
      if (!is(event, EventKind.CHECKPOINT) && event.getTo() != workers) {
        span(spans, begin, at, workers);
        begin = at;
        workers = event.getTo();
        most = Math.max(most, workers);
      }
      mark(marks, at, event, nowEpochMillis);
    }
    span(spans, begin, 1, workers);
    return new JobTimeline(
        phrases.moment(from, nowEpochMillis),
        job.getFinishedAt() == 0 ? texts.say("now") : phrases.moment(until, nowEpochMillis),
        most,
        spans,
        marks,
        events.reversed().stream()
            .limit(HAPPENINGS_SHOWN)
            .map(event -> happening(event, nowEpochMillis))
            .toList());
  }

  /** Of marks of a kind that would overlap, only the newest is shown. */
  private void mark(List<JobTimeline.Mark> marks, double at, EventView event, long now) {
    final JobTimeline.Kind kind = kind(event);
    final int place = (int) (at * PLACES);
    for (int i = marks.size() - 1; i >= 0 && (int) (marks.get(i).at() * PLACES) == place; i--) {
      if (marks.get(i).kind() == kind) {
        marks.remove(i);
      }
    }
    marks.add(new JobTimeline.Mark(at, kind, words(event, now)));
  }

  private static void span(List<JobTimeline.Span> spans, double from, double until, int workers) {
    if (workers > 0 && until > from) {
      spans.add(new JobTimeline.Span(from, until, workers));
    }
  }

  private static boolean is(EventView event, EventKind kind) {
    return event.getKind().equals(kind.wire());
  }

  /** A failed checkpoint is a problem, too. */
  private static JobTimeline.Kind kind(EventView event) {
    if (is(event, EventKind.RECOVER) || is(event, EventKind.SUSPEND)) {
      return JobTimeline.Kind.TROUBLE;
    }
    if (is(event, EventKind.CHECKPOINT)) {
      return event.getOutcome().startsWith(DONE)
          ? JobTimeline.Kind.CHECKPOINT
          : JobTimeline.Kind.TROUBLE;
    }
    return JobTimeline.Kind.CHANGE;
  }

  private String words(EventView event, long now) {
    final String cost = cost(event);
    final String line = texts.say("mark", phrases.moment(event.getAt(), now), what(event));
    return cost.isEmpty() ? line : line + "\n" + cost;
  }

  private JobTimeline.Happening happening(EventView event, long now) {
    final JobTimeline.Kind kind = kind(event);
    return new JobTimeline.Happening(
        phrases.moment(event.getAt(), now),
        what(event),
        why(event),
        cost(event),
        foreseen(event),
        kind,
        switch (kind) {
          case CHANGE -> Tone.BUSY;
          case CHECKPOINT -> Tone.GOOD;
          case TROUBLE -> Tone.CARE;
        });
  }

  private String foreseen(EventView event) {
    if (!event.hasPredictedCostMillis()) {
      return "";
    }
    final String cost = phrases.quickly(event.getPredictedCostMillis());
    final double benefitMillis = event.getPredictedBenefitMillis();
    return Math.abs(benefitMillis) < 1
        ? texts.say("foreseen.cost", cost)
        : texts.say(
            benefitMillis < 0 ? "foreseen.loss" : "foreseen",
            cost,
            phrases.quickly(Math.abs(benefitMillis)));
  }

  private String what(EventView event) {
    final String key = "event." + event.getKind();
    return texts.knows(key) ? texts.say(key, event.getFrom(), event.getTo()) : event.getKind();
  }

  private String why(EventView event) {
    final List<String> parts = new ArrayList<>();
    final String cause = "cause." + event.getCause();
    if (!is(event, EventKind.CHECKPOINT) && !is(event, EventKind.END) && texts.knows(cause)) {
      parts.add(texts.say(cause));
    }
    if (event.getNodesLeftCount() > 0 && !is(event, EventKind.END)) {
      parts.add(texts.say("left", String.join(", ", event.getNodesLeftList())));
    }
    if (event.getNodesJoinedCount() > 0) {
      parts.add(texts.say("joined", String.join(", ", event.getNodesJoinedList())));
    }
    if (event.getLostIterations() > 0) {
      parts.add(texts.say("lost", event.getLostIterations()));
    }
    // The result is in the coordinator's words.
    final String outcome = event.getOutcome();
    if (!outcome.isEmpty() && !outcome.equals(DONE)) {
      parts.add(outcome);
    }
    return String.join(" · ", parts);
  }

  private String cost(EventView event) {
    return String.join(
        " · ",
        Stream.of(
                event.getDowntimeMillis() > 0
                    ? texts.say("stood-still", phrases.quickly(event.getDowntimeMillis()))
                    : "",
                event.getBytesMoved() > 0
                    ? texts.say(
                        "moved",
                        phrases.size(event.getBytesMoved()),
                        phrases.size(event.getBytesLeast()))
                    : "")
            .filter(part -> !part.isEmpty())
            .toList());
  }
}
