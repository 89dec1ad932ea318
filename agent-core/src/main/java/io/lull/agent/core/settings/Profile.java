package io.lull.agent.core.settings;

/**
 * Settings for certain times of the week.
 *
 * @param settings all settings, with those of other times where the profile sets none
 */
record Profile(String name, Schedule when, Settings settings) {}
