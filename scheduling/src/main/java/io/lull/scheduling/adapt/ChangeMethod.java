package io.lull.scheduling.adapt;

import java.util.Arrays;
import java.util.Optional;

/** By which means a job comes to another configuration, or that it stays in its own. */
public enum ChangeMethod {
  /** Nothing has to come to anybody. */
  NONE(""),
  ADD("add"),
  REMOVE("remove"),
  MIGRATE("migrate"),

  /** Data that is not written meanwhile is copied before anybody stands still. */
  NON_BLOCKING("migrate non-blocking"),

  /** The data follows a worker that computes already on what has come. */
  STREAMING("migrate streaming"),

  /** A worker that waits without data takes the data, so that no process has to start. */
  GHOST("ghost"),
  LOAD_BALANCE("dynamic load balance"),
  RECOVER("recover");

  private final String wire;

  ChangeMethod(String wire) {
    this.wire = wire;
  }

  /** As messages and JSON have it; empty for none. */
  public String wire() {
    return wire;
  }

  /** Whether workers take others' places by it. */
  public boolean isMove() {
    return switch (this) {
      case MIGRATE, NON_BLOCKING, STREAMING, GHOST -> true;
      case NONE, ADD, REMOVE, LOAD_BALANCE, RECOVER -> false;
    };
  }

  public static Optional<ChangeMethod> of(String wire) {
    return Arrays.stream(values()).filter(each -> each.wire.equals(wire)).findFirst();
  }
}
