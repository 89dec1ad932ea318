package io.lull.agent.core.settings;

/**
 * Settings for some times of the week.
 *
 * @param settings all of them, where the profile does not say otherwise as at other times
 */
record Profile(String name, Schedule when, Settings settings) {}
