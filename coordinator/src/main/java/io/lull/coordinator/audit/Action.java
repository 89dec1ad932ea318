package io.lull.coordinator.audit;

/** An action that the audit log records. */
public enum Action {
  ENROL("enrol"),
  CREATE_TOKEN("create-token"),
  REVOKE("revoke"),
  RENEW("renew"),
  SET_PRIORITY("set-priority"),
  SET_LIMIT("set-limit"),
  SUBMIT("submit"),
  CANCEL("cancel"),
  RESIZE("resize"),
  MIGRATE("migrate"),
  REBALANCE("rebalance"),
  HOLD("hold"),
  RELEASE("release"),
  /** Other terms of a job. */
  AMEND("amend"),
  DRAIN("drain"),
  UNDRAIN("undrain"),
  /** A link to the page for browsers. */
  MAKE_LINK("make-link"),
  SIGN_IN("sign-in"),
  SIGN_OUT("sign-out"),
  BACK_UP("back-up"),
  /** A job's log, outputs or description. */
  READ("read"),
  /** The key of a job's checkpoints. */
  READ_KEY("read-key"),
  /** What an owner does, or did. */
  LOOK("look"),
  /** Anything that the caller's role may not. */
  CALL("call");

  private final String wire;

  Action(String wire) {
    this.wire = wire;
  }

  public String wire() {
    return wire;
  }
}
