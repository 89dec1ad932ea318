package io.lull.tray.job;

import io.lull.tray.model.Tone;
import java.util.List;

/**
 * What happened to a job until now, on an axis from 0 to 1.
 *
 * @param from when the axis begins, in words
 * @param until and when it ends
 * @param most workers that it had at a time
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

  /** For so long it had so many workers. */
  public record Span(double from, double until, int workers) {}

  /** What a mark on the axis stands for. */
  public enum Kind {
    CHANGE,
    CHECKPOINT,
    TROUBLE
  }

  /**
   * Something that happened.
   *
   * @param words what, for who points at it
   */
  public record Mark(double at, Kind kind, String words) {}

  /**
   * The same as a line.
   *
   * @param why what caused it, and what came of it
   * @param cost what it cost; empty: nothing is known
   * @param foreseen what it was thought to cost; empty: nobody foresaw it
   */
  public record Happening(
      String when, String what, String why, String cost, String foreseen, Kind kind, Tone tone) {}

  public JobTimeline {
    spans = List.copyOf(spans);
    marks = List.copyOf(marks);
    happenings = List.copyOf(happenings);
  }
}
