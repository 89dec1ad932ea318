package io.lull.reconfig.forkjoin;

import io.lull.reconfig.collective.CollectiveCall;
import java.util.List;

/** The calls of fork-join programs that all workers make together. */
public final class ForkJoinCalls {
  static final CollectiveCall LOOP = new CollectiveCall(CollectiveCall.FIRST_OF_MODELS, "");

  /** An array is collected at the end; a loop's subject is named. */
  public static final CollectiveCall COLLECT =
      new CollectiveCall(CollectiveCall.FIRST_OF_MODELS + 1, "the collecting after ");

  public static final List<CollectiveCall> ALL = List.of(LOOP, COLLECT);

  private ForkJoinCalls() {}
}
