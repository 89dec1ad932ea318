package io.lull.tray.computer;

/**
 * One return of the owner, in words.
 *
 * @param when a time
 * @param why a sentence
 * @param how the guest left
 * @param job that had to leave; empty: not known
 * @param ended by force
 */
public record OwnerReturn(String when, String why, String how, String job, boolean ended) {}
