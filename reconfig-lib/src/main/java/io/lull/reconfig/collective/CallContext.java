package io.lull.reconfig.collective;

import java.util.List;

/**
 * What a programming model contributes to messages about collective calls: its own calls, and the
 * program's position.
 */
public interface CallContext {
  /** Of a program that says nothing. */
  CallContext NONE = new CallContext() {};

  /** The model's own calls. */
  default List<CollectiveCall> calls() {
    return List.of();
  }

  /** What one of the model's own calls is about, as it follows the call's words. */
  default String subject(CollectiveCall call, int subject) {
    return "number " + subject;
  }

  /** Iterations that are behind. */
  default long iteration() {
    return 0;
  }

  /** Safe points that are behind. */
  default long safePoint() {
    return 0;
  }
}
