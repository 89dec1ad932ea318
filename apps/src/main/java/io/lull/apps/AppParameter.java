package io.lull.apps;

/**
 * A parameter as {@code lull apps} shows it.
 *
 * @param form what is written for it, such as {@code N} or {@code DURATION}
 * @param otherwise its value when it is not given
 * @param meaning a line for people
 */
public record AppParameter(String name, String form, String otherwise, String meaning) {}
