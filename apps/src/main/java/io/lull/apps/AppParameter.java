package io.lull.apps;

/**
 * A parameter as {@code lull apps} shows it.
 *
 * @param form of its value, such as {@code N} or {@code DURATION}
 * @param otherwise its default value
 * @param meaning a line for people
 */
public record AppParameter(String name, String form, String otherwise, String meaning) {}
