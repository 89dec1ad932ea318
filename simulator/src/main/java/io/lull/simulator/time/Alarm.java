package io.lull.simulator.time;

/** Has something done at a time that may be moved until it comes. One thread. */
public final class Alarm {
  private final Agenda agenda;
  private final Runnable what;
  private long dueNanos = Agenda.NEVER;

  /** Of the entry in the agenda that counts: one that is too early is made again when it comes. */
  private long enteredNanos = Agenda.NEVER;

  public Alarm(Agenda agenda, Runnable what) {
    this.agenda = agenda;
    this.what = what;
  }

  /**
   * @param nanos by {@link Agenda#nanos}; {@link Agenda#NEVER} turns the alarm off
   */
  public void set(long nanos) {
    dueNanos = nanos;
    if (nanos < enteredNanos) {
      enter(nanos);
    }
  }

  /** Not later than that. */
  public void setBy(long nanos) {
    if (nanos < dueNanos) {
      set(nanos);
    }
  }

  private void enter(long nanos) {
    enteredNanos = nanos;
    agenda.at(nanos, () -> come(nanos));
  }

  private void come(long nanos) {
    if (nanos != enteredNanos) {
      return;
    }
    enteredNanos = Agenda.NEVER;
    if (dueNanos > agenda.nanos()) {
      enter(dueNanos);
    } else {
      dueNanos = Agenda.NEVER;
      what.run();
    }
  }
}
