package io.lull.agent.core.settings;

/** Whether guests may run while all programs are asked to be frugal. */
public enum OnPowerSaver {
  NEVER,
  ALWAYS
}
