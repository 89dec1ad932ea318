package io.lull.reconfig.model;

/**
 * The progress of a program.
 *
 * @param iteration how many are behind
 * @param iterations how many there will be; 0: that is not known
 */
public record ProgramProgress(long iteration, long iterations) {}
