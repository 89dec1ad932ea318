package io.lull.tray.cluster;

/** Whether there is content to show. */
public enum ContentState {
  /** The first fetch is in progress. */
  AWAITED,
  /** There are machines. */
  SHOWN,
  /** No machine has joined yet. */
  EMPTY,
  /** Nobody has logged in. */
  STRANGER,
  /** The coordinator cannot be reached, and never could. */
  MISSING
}
