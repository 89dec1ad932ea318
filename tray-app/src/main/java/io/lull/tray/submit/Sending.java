package io.lull.tray.submit;

/**
 * The progress of a submission.
 *
 * @param line in words
 * @param progress of the present file, from 0 to 1; negative: none
 * @param stoppable whether it can still be stopped
 */
public record Sending(String line, double progress, boolean stoppable) {
  public static final Sending NOTHING = new Sending("", -1, false);
}
