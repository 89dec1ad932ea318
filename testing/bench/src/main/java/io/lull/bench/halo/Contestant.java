package io.lull.bench.halo;

import java.io.IOException;

/** Somebody who sends a message to another process and has it sent back. */
interface Contestant extends AutoCloseable {
  String name();

  /**
   * @param bytes of one message
   * @param count how many follow each other
   * @return the median of half a round trip, in seconds
   */
  double halfRoundTrip(int bytes, int count) throws IOException, InterruptedException;

  @Override
  void close() throws IOException;
}
