package io.lull.system;

import io.lull.reconfig.bag.BagTask;
import io.lull.reconfig.bag.TaskContext;
import java.io.IOException;
import java.nio.file.Files;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A user's task, which takes a while. */
public final class Squares implements BagTask {
  public Squares() {}

  @Override
  public void run(TaskContext task) throws IOException, InterruptedException {
    final long millis = task.parameters().integer("millis", 0, 0, 10_000);
    task.out().println("task " + task.line());
    if (!new CountDownLatch(1).await(millis, TimeUnit.MILLISECONDS)) {
      final int index = task.index();
      Files.writeString(task.outputs().resolve("square"), String.valueOf(index * index));
    }
  }
}
