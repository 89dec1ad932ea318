package io.lull.tray.submit;

/**
 * A job on its way.
 *
 * @param line how far it has come, in words
 * @param progress of the file that is being sent, from 0 to 1; negative: none is
 * @param stoppable whether nothing has happened yet that could not be taken back
 */
public record Sending(String line, double progress, boolean stoppable) {
  public static final Sending NOTHING = new Sending("", -1, false);
}
