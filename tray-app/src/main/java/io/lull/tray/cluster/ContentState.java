package io.lull.tray.cluster;

/** Whether there is something to show. */
public enum ContentState {
  /** It is being fetched for the first time. */
  AWAITED,
  /** There are machines. */
  SHOWN,
  /** No machine has joined yet. */
  EMPTY,
  /** Nobody has logged in. */
  STRANGER,
  /** The coordinator cannot be asked, and never could. */
  MISSING
}
