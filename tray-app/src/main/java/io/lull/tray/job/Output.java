package io.lull.tray.job;

/**
 * A file that a job left.
 *
 * @param size in words
 * @param picture whether it can be shown
 */
public record Output(String name, String size, boolean picture) {}
