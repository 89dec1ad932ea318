package io.lull.tray.jobs;

/**
 * What stands where the queue would, when there is nothing to show.
 *
 * @param start whether the ways to a first job stand below it
 * @param waits whether an answer is awaited
 */
public record Notice(String headline, String about, boolean start, boolean waits) {
  public static final Notice NONE = new Notice("", "", false, false);
}
