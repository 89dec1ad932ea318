package io.lull.agent.parity;

/**
 * Which machine has what of which stripe, as {@code piece.proto} says: the parities go round, so
 * that every machine keeps and sends as much as any other (Moody et al., Design, Modeling, and
 * Evaluation of a Scalable Multi-level Checkpointing System, SC10).
 *
 * @param machines in the group; as many stripes
 * @param needed of them
 */
record StripeLayout(int machines, int needed) {
  StripeLayout {
    if (needed < 1 || needed >= machines) {
      throw new IllegalArgumentException(
          "of " + machines + " machines " + needed + " cannot be enough");
    }
  }

  int parities() {
    return machines - needed;
  }

  ReedSolomon code() {
    return new ReedSolomon(needed, parities());
  }

  /** The stripe whose parities of that row the machine keeps. */
  int stripeOfParity(int place, int row) {
    return Math.floorMod(place - row, machines);
  }

  /** The stripe that has a segment of the machine's piece. */
  int stripeOfSegment(int place, int segment) {
    return (place + 1 + segment) % machines;
  }

  boolean keepsParity(int place, int stripe) {
    return row(place, stripe) < parities();
  }

  /** Of the parities that the machine keeps of the stripe. */
  int row(int place, int stripe) {
    return Math.floorMod(place - stripe, machines);
  }

  /** Of the machine's segment in the stripe. */
  int column(int place, int stripe) {
    return row(place, stripe) - parities();
  }

  int placeOfRow(int row, int stripe) {
    return (stripe + row) % machines;
  }

  int placeOfColumn(int column, int stripe) {
    return placeOfRow(parities() + column, stripe);
  }

  /** Which part of the machine's piece is in the stripe. */
  int segment(int place, int stripe) {
    return Math.floorMod(stripe - place - 1, machines);
  }
}
