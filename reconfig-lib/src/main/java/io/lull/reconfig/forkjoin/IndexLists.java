package io.lull.reconfig.forkjoin;

import java.util.function.LongConsumer;

/** Lists of indices, which this worker's iterations have. The program's thread. */
interface IndexLists {
  /** Whose they are, for messages. */
  String name();

  /** Changes with the lists, from one change of configuration to the next. */
  long version();

  /** The numbers of this worker's lists; they may be read meanwhile. */
  void forEachOwn(LongConsumer visitor);

  /** A list: how many indices there are, these, and what follows. */
  int[] list(long number);
}
