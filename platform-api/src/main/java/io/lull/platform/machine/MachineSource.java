package io.lull.platform.machine;

/** Asks the system what it is; slow (a good part of a second), call once. */
public interface MachineSource {
  MachineFacts facts();
}
