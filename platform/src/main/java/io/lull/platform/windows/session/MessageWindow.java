package io.lull.platform.windows.session;

import io.lull.platform.input.InputSignal.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Receives Windows' messages. Only the thread that opened it may use it. */
interface MessageWindow extends AutoCloseable {
  /** The messages that came, in their order; waits no longer than this. */
  List<Message> await(Duration atMost);

  /** Whether to receive mouse movements; other input is always received. */
  void hearMouse(boolean hear);

  @Override
  void close();

  /** What came. */
  sealed interface Message {
    /** Somebody used a device; which key is never read. */
    record Input(Kind kind) implements Message {}

    record Session(Change change, long id) implements Message {}

    record Presence(boolean present) implements Message {}

    /** The machine is about to sleep, or woke up. */
    record Sleep() implements Message {}
  }

  /** The change of a session. */
  enum Change {
    LOCKED,
    UNLOCKED,
    OTHER
  }

  /** The kinds of messages to receive. */
  enum Wish {
    INPUT,
    OWN_SESSION,
    ALL_SESSIONS,
    USER_PRESENCE
  }

  /** Opens a window on the calling thread. */
  interface Opener {
    MessageWindow open(Set<Wish> wishes);
  }
}
