package io.lull.platform.tray;

/** What an icon tells at a glance. Each has a form of its own, so that no colour is needed. */
public enum TrayState {
  /** Guests may come. */
  AVAILABLE,
  /** A guest computes. */
  RUNNING,
  /** The owner is there. */
  IN_USE,
  /** The owner wants no guests for now. */
  PAUSED,
  /** Nothing sees the owner, so that no guest comes. */
  BLIND,
  /** No agent answers. */
  OFFLINE
}
