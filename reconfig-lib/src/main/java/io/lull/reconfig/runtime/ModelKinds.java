package io.lull.reconfig.runtime;

import io.lull.protocol.wire.Welcome;
import io.lull.reconfig.ProgramError;
import io.lull.reconfig.bag.BagProvider;
import io.lull.reconfig.forkjoin.ForkJoinProgram;
import io.lull.reconfig.forkjoin.model.ForkJoinProvider;
import io.lull.reconfig.grid.model.GridProvider;
import io.lull.reconfig.message.MessageProgram;
import io.lull.reconfig.message.model.MessageProvider;
import io.lull.reconfig.model.ModelProvider;
import io.lull.reconfig.model.ProgramClass;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/**
 * The kinds of programs. A program of grids, of parallel loops or of messages is known by its
 * class. Those of this library are named here, so that a worker's start costs nothing for them;
 * services are asked for others only.
 */
final class ModelKinds {
  private ModelKinds() {}

  /**
   * Of the kind that a worker is welcomed to.
   *
   * @throws ProgramError when there is none, with one line for a person
   */
  static ModelProvider of(Welcome welcome) {
    return switch (welcome.getKindCase()) {
      case KIND_NOT_SET -> byClass(welcome.getMainClass());
      case BAG -> new BagProvider();
      case OTHER -> service(welcome.getOther().getKind());
    };
  }

  private static ModelProvider byClass(String mainClass) {
    if (ProgramClass.is(mainClass, ForkJoinProgram.class)) {
      return new ForkJoinProvider();
    }
    return ProgramClass.is(mainClass, MessageProgram.class)
        ? new MessageProvider()
        : new GridProvider();
  }

  private static ModelProvider service(String kind) {
    try {
      for (final ModelProvider provider : ServiceLoader.load(ModelProvider.class)) {
        if (provider.kind().equals(kind)) {
          return provider;
        }
      }
    } catch (ServiceConfigurationError e) {
      throw new ProgramError("programs of kind " + kind + " cannot be run: " + e.getMessage());
    }
    throw new ProgramError(
        "this runtime runs grid, fork-join and message programs and bags, and none of kind "
            + kind
            + ": give the job the runtime that does");
  }
}
