package io.lull.bench.message;

import io.lull.reconfig.message.MessageProgram;
import io.lull.reconfig.message.TaskSpace;

/** One task that takes much along, until somebody ends it. */
public final class HeavyProgram implements MessageProgram {
  static final String MEBIBYTES = "mebibytes";

  @Override
  public void declare(TaskSpace space) {
    final long mebibytes = space.parameters().integer(MEBIBYTES, 1, 1, 1024);
    space.tasks(1, _ -> new HeavyTask(mebibytes << 20));
  }
}
