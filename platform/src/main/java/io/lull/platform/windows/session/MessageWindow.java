package io.lull.platform.windows.session;

import io.lull.platform.input.InputSignal.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Where Windows delivers what it tells by itself. Only the thread that opened it may use it. */
interface MessageWindow extends AutoCloseable {
  /** Those that came, in their order, at the latest when the time is over. */
  List<Message> await(Duration atMost);

  /** Whether it hears a moving mouse; others are always heard. */
  void hearMouse(boolean hear);

  @Override
  void close();

  /** What came. */
  sealed interface Message {
    /** Somebody used a device; which of its keys is never asked. */
    record Input(Kind kind) implements Message {}

    record Session(Change change, long id) implements Message {}

    record Presence(boolean present) implements Message {}

    /** The machine is about to sleep, or woke up. */
    record Sleep() implements Message {}
  }

  /** What became of a session. */
  enum Change {
    LOCKED,
    UNLOCKED,
    OTHER
  }

  /** What to hear. */
  enum Wish {
    INPUT,
    OWN_SESSION,
    ALL_SESSIONS,
    USER_PRESENCE
  }

  /** Opens one on the calling thread. */
  interface Opener {
    MessageWindow open(Set<Wish> wishes);
  }
}
