package io.lull.agent.core.settings;

/** Whether guests may run in power-saver mode. */
public enum OnPowerSaver {
  NEVER,
  ALWAYS
}
