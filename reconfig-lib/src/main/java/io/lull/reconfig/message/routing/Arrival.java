package io.lull.reconfig.message.routing;

/** What has become of an envelope that came. */
public enum Arrival {
  /** It waits to be received, and perhaps others that had come ahead of it. */
  TAKEN,
  /** One that was sent before it is still to come. */
  AHEAD,
  /** It had come before. */
  REPEATED,
  /** It had come before, with other content: its sender does not do the same again. */
  CONTRADICTED
}
