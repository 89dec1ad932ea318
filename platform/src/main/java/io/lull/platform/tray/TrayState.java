package io.lull.platform.tray;

/** The states of an icon. Each has its own shape, so that colour is not needed. */
public enum TrayState {
  /** Guests may start. */
  AVAILABLE,
  /** A guest computes. */
  RUNNING,
  /** The owner is present. */
  IN_USE,
  /** The owner has paused Lull. */
  PAUSED,
  /** No source observes the owner, so no guest starts. */
  BLIND,
  /** No agent answers. */
  OFFLINE
}
