package io.lull.tray.job;

import io.lull.tray.model.Tone;

/**
 * A job's state, in words.
 *
 * @param remark in the coordinator's words; empty: none
 * @param progress from 0 to 1; negative: not known
 * @param far how much of it is done, and how long the rest takes
 * @param open whether this person may change it
 * @param resizable whether its number of workers may be changed
 */
public record JobHeader(
    String title,
    String about,
    String state,
    Tone tone,
    String sentence,
    String remark,
    double progress,
    String far,
    boolean ended,
    boolean open,
    boolean resizable) {
  public static final JobHeader NOTHING =
      new JobHeader("", "", "", Tone.QUIET, "", "", -1, "", false, false, false);
}
