package io.lull.reconfig.message.routing;

/**
 * A message on its way.
 *
 * @param sequence its number among those from the same task to the same task, from 1
 * @param capture how often the sender had been captured when it sent this
 */
public record Envelope(long from, long to, long sequence, long capture, int tag, Payload payload) {

  /** The same with other content. */
  public Envelope with(Payload other) {
    return new Envelope(from, to, sequence, capture, tag, other);
  }
}
