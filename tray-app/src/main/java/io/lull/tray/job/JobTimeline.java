package io.lull.tray.job;

import io.lull.tray.model.Tone;
import java.util.List;

/**
 * A job's history, on an axis from 0 to 1.
 *
 * @param from start of the axis, in words
 * @param until its end
 * @param most greatest number of workers
 * @param happenings the newest first
 */
public record JobTimeline(
    String from,
    String until,
    int most,
    List<Span> spans,
    List<Mark> marks,
    List<Happening> happenings) {
  public static final JobTimeline NOTHING =
      new JobTimeline("", "", 0, List.of(), List.of(), List.of());

  /** A period with this number of workers. */
  public record Span(double from, double until, int workers) {}

  /** The kinds of marks on the axis. */
  public enum Kind {
    CHANGE,
    CHECKPOINT,
    TROUBLE
  }

  /**
   * A mark.
   *
   * @param words for the pointer
   */
  public record Mark(double at, Kind kind, String words) {}

  /**
   * The same as a line.
   *
   * @param why the cause, and the result
   * @param cost empty: nothing is known
   * @param foreseen the predicted cost; empty: none
   */
  public record Happening(
      String when, String what, String why, String cost, String foreseen, Kind kind, Tone tone) {}

  public JobTimeline {
    spans = List.copyOf(spans);
    marks = List.copyOf(marks);
    happenings = List.copyOf(happenings);
  }
}
