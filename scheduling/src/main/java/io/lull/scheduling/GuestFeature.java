package io.lull.scheduling;

/** What a node offers to guests, beside processors and memory, or does not. */
public enum GuestFeature {
  /** Guests reach the network, if their jobs ask for it. */
  NETWORK("its owner gives guests no network"),
  /** Commands run in a container image. */
  IMAGES("it cannot run container images");

  private final String lack;

  GuestFeature(String lack) {
    this.lack = lack;
  }

  /** Why a job that needs it does not fit a node without it: a part of a sentence. */
  String lack() {
    return lack;
  }
}
