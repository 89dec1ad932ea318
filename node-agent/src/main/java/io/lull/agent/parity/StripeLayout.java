package io.lull.agent.parity;

/**
 * Which machine stores which part of which stripe, as {@code piece.proto} defines: parities rotate,
 * so that every machine stores and sends the same amount (Moody et al., Design, Modeling, and
 * Evaluation of a Scalable Multi-level Checkpointing System, SC10).
 *
 * @param machines in the group; there are as many stripes
 * @param needed how many of them suffice
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

  /** The stripe of which the machine keeps the parity of that row. */
  int stripeOfParity(int place, int row) {
    return Math.floorMod(place - row, machines);
  }

  /** The stripe that contains a segment of the machine's piece. */
  int stripeOfSegment(int place, int segment) {
    return (place + 1 + segment) % machines;
  }

  boolean keepsParity(int place, int stripe) {
    return row(place, stripe) < parities();
  }

  /** The row of the parity that the machine keeps of the stripe. */
  int row(int place, int stripe) {
    return Math.floorMod(place - stripe, machines);
  }

  /** The column of the machine's segment in the stripe. */
  int column(int place, int stripe) {
    return row(place, stripe) - parities();
  }

  int placeOfRow(int row, int stripe) {
    return (stripe + row) % machines;
  }

  int placeOfColumn(int column, int stripe) {
    return placeOfRow(parities() + column, stripe);
  }

  /** The segment of the machine's piece that is in the stripe. */
  int segment(int place, int stripe) {
    return Math.floorMod(stripe - place - 1, machines);
  }
}
