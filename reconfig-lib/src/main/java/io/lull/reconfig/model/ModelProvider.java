package io.lull.reconfig.model;

import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.Welcome;
import io.lull.reconfig.state.DistributedState;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Makes the models of one kind. Those that are not part of this library are found as services, by
 * the file {@code META-INF/services/io.lull.reconfig.model.ModelProvider} on the class path.
 */
public interface ModelProvider {
  /** By which jobs name this kind of program. */
  String kind();

  /**
   * The model of one worker's program.
   *
   * @throws io.lull.reconfig.ProgramError when the program's class cannot be used
   */
  ProgrammingModel create(Welcome welcome, ModelContext context, Clock clock) throws IOException;

  /**
   * Small states of this kind, with which new workers play changes of configuration before the
   * first real one; empty where that is not worth the while.
   */
  default Optional<Supplier<DistributedState>> rehearsal() {
    return Optional.empty();
  }
}
