package io.lull.bench.message;

/**
 * What the ledgers of all tasks say together.
 *
 * @param messages that were received
 * @param bytes of them
 * @param unequalPairs pairs of which one sent what the other did not receive, or not in that order
 * @param disorders messages that came before one that was sent earlier, or twice
 */
record StormLedger(long messages, long bytes, long unequalPairs, long disorders) {
  boolean isRight() {
    return unequalPairs == 0 && disorders == 0;
  }
}
