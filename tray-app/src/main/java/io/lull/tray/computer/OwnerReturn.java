package io.lull.tray.computer;

/**
 * One return of the owner, as it is shown.
 *
 * @param when a moment
 * @param why a sentence
 * @param how the guest went
 * @param job that had to leave; empty: not known
 * @param ended by force
 */
public record OwnerReturn(String when, String why, String how, String job, boolean ended) {}
