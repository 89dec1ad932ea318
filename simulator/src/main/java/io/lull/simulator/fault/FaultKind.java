package io.lull.simulator.fault;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What can go wrong. */
public enum FaultKind {
  /** Its process is killed, and started again in the end. */
  COORDINATOR_CRASH(Subject.COORDINATOR, 3),

  /** Its process stands still. */
  COORDINATOR_FREEZE(Subject.COORDINATOR, 3),

  /** Its machine's clock is set, and stays so. */
  COORDINATOR_CLOCK(Subject.COORDINATOR, 1),

  /** The power of a node fails. */
  NODE_CRASH(Subject.NODE, 3),

  /** The cable of a node is pulled. */
  NODE_CUT(Subject.NODE, 3),

  /** A node's clock is set, and stays so. */
  NODE_CLOCK(Subject.NODE, 1),

  /** What a node sends does not get through, what is sent to it does; drawn apart from others. */
  NODE_HUSHED(Subject.NODE, 0),

  /** What is sent to a node does not get through, what it sends does; drawn apart from others. */
  NODE_DEAF(Subject.NODE, 0),

  /** A node is switched off and never comes back; drawn apart from others. */
  NODE_GONE(Subject.NODE, 0),

  /** A node's disk takes nothing more; drawn apart from others. */
  DISK_FULL(Subject.NODE, 0),

  /** Bits on a node's disk flip; drawn apart from others. */
  DISK_DAMAGE(Subject.NODE, 0),

  /**
   * The power of a node fails, and what its disk acknowledged last is lost; drawn apart from
   * others.
   */
  DISK_UNSYNCED(Subject.NODE, 0),

  /** The clock of a coordinator goes wrong for a while; drawn apart from others. */
  COORDINATOR_DRIFT(Subject.COORDINATOR, 0),

  /** The clock of a node goes wrong for a while; drawn apart from others. */
  NODE_DRIFT(Subject.NODE, 0),

  /** The owner of a node is there. */
  OWNER(Subject.NODE, 6),

  /** A worker ends by itself. */
  GUEST_DEATH(Subject.NODE, 2),

  /** A node's connection breaks; what was on its way is lost. */
  CONNECTION_BREAK(Subject.NODE, 4),

  /** The store refuses writes, as with a full disk. */
  STORE_REFUSAL(Subject.STORE, 1),

  /** The store makes writes and does not say so. */
  STORE_SILENCE(Subject.STORE, 1),

  /** The clock is set by which jobs' times and the lease are. */
  STORE_CLOCK(Subject.STORE, 1),

  /** That clock goes wrong for a while; drawn apart from others. */
  STORE_DRIFT(Subject.STORE, 0),

  /**
   * The store acknowledges a write that is lost. Nothing holds against this, so it is never drawn:
   * it is there to see that the simulation finds it.
   */
  STORE_LOSS(Subject.STORE, 0);

  private final Subject subject;
  private final int weight;

  FaultKind(Subject subject, int weight) {
    this.subject = subject;
    this.weight = weight;
  }

  /** Of what kind of host it is a fault. */
  enum Subject {
    COORDINATOR,
    NODE,

    /** There is one, so it has no number. */
    STORE
  }

  Subject subject() {
    return subject;
  }

  /** How often it is drawn, beside the others. */
  int weight() {
    return weight;
  }

  /** As files and screens have it, such as {@code node-crash}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public static Optional<FaultKind> of(String word) {
    return Arrays.stream(values()).filter(kind -> kind.word().equals(word)).findFirst();
  }

  /** Whether its length is by how much a clock jumps, back if it is negative. */
  public boolean ofClock() {
    return this == COORDINATOR_CLOCK || this == NODE_CLOCK || this == STORE_CLOCK;
  }

  /** Whether a clock is too fast for its length, or too slow if that is negative. */
  public boolean drifts() {
    return this == COORDINATOR_DRIFT || this == NODE_DRIFT || this == STORE_DRIFT;
  }
}
