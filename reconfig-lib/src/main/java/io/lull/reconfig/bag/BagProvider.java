package io.lull.reconfig.bag;

import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.Bag;
import io.lull.protocol.wire.Welcome;
import io.lull.reconfig.ProgramError;
import io.lull.reconfig.model.ModelContext;
import io.lull.reconfig.model.ModelProvider;
import io.lull.reconfig.model.ProgrammingModel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Bags of tasks. */
public final class BagProvider implements ModelProvider {
  @Override
  public String kind() {
    return "bag";
  }

  @Override
  public ProgrammingModel create(Welcome welcome, ModelContext context, Clock clock)
      throws IOException {
    final TaskFolder folder = TaskFolder.open(Path.of(welcome.getWorkDirectory()));
    return new BagModel(
        runner(welcome, folder, clock),
        Runtime.getRuntime().availableProcessors(),
        context.reports());
  }

  private static TaskRunner runner(Welcome welcome, TaskFolder folder, Clock clock)
      throws IOException {
    final Bag bag = welcome.getBag();
    if (bag.getCommandCount() > 0) {
      WorkerPrivacy.begin();
      final Optional<ContainerImage> image =
          bag.hasImage() ? Optional.of(ContainerImage.unpack(welcome)) : Optional.empty();
      return new CommandRunner(welcome, TaskCommand.of(bag, folder), folder, image, clock);
    }
    try {
      return new ClassRunner(
          welcome,
          TaskClass.of(welcome.getMainClass()),
          TaskCommand.lines(bag, folder),
          folder,
          clock);
    } catch (ReflectiveOperationException | ClassCastException | LinkageError e) {
      throw new ProgramError(
          "the tasks' class "
              + welcome.getMainClass()
              + " cannot be used ("
              + e
              + "): it is to be a public BagTask with a public constructor without parameters");
    }
  }
}
