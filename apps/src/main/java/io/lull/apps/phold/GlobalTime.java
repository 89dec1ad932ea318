package io.lull.apps.phold;

/**
 * One task's part in finding the time before which nothing is undone any more. A token goes around
 * in rounds. A task turns to the next round when the token first comes; messages carry the round of
 * their sender. The token adds up how many messages of the old round are still under way, and takes
 * the least time of what is to happen and of what was sent in the new one. It goes around again
 * until none is under way.
 *
 * <p>F. Mattern, "Efficient algorithms for distributed snapshots and global virtual time
 * approximation", Journal of Parallel and Distributed Computing 18(4), 1993.
 */
final class GlobalTime {
  /** Messages of so many rounds may be about at the same time. */
  private static final int ROUNDS = 3;

  /**
   * What goes around.
   *
   * @param round that it closes
   * @param underWay messages of that round, as far as it has come
   * @param least time, as far as it has come
   * @param known the time that the round before found
   */
  record Token(long round, long underWay, double least, double known) {
    static Token begin(long round, double known) {
      return new Token(round, 0, Double.POSITIVE_INFINITY, known);
    }

    Token again() {
      return begin(round, known);
    }

    long[] encoded() {
      return new long[] {
        round, underWay, Double.doubleToRawLongBits(least), Double.doubleToRawLongBits(known)
      };
    }

    static Token decoded(long[] encoded) {
      return new Token(
          encoded[0],
          encoded[1],
          Double.longBitsToDouble(encoded[2]),
          Double.longBitsToDouble(encoded[3]));
    }
  }

  private final long[] sent = new long[ROUNDS];
  private final long[] received = new long[ROUNDS];
  private long round;
  private double known;
  private double leastSent = Double.POSITIVE_INFINITY;

  /** The present round, which a message carries. */
  long round() {
    return round;
  }

  /** Nothing is undone before this time. */
  double known() {
    return known;
  }

  /**
   * A message is sent.
   *
   * @param least the least time of its events
   */
  void send(double least) {
    sent[index(round)]++;
    leastSent = Math.min(leastSent, least);
  }

  /** A message of a round has come. */
  void receive(long ofRound) {
    received[index(ofRound)]++;
  }

  private static int index(long ofRound) {
    return (int) (ofRound % ROUNDS);
  }

  /**
   * The token is here.
   *
   * @param next the least time of what is to happen here
   * @return as it goes on
   */
  Token pass(Token token, double next) {
    if (token.round() == round) {
      known = token.known();
      round++;
      leastSent = Double.POSITIVE_INFINITY;
      // Messages of the new round may have come already; of the one after it there are none.
      sent[index(round + 1)] = 0;
      received[index(round + 1)] = 0;
    }
    final int old = index(token.round());
    return new Token(
        token.round(),
        token.underWay() + sent[old] - received[old],
        Math.min(token.least(), Math.min(next, leastSent)),
        token.known());
  }
}
