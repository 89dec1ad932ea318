package io.lull.reconfig.message.model;

import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.Welcome;
import io.lull.reconfig.message.MessageProgram;
import io.lull.reconfig.model.ModelContext;
import io.lull.reconfig.model.ModelProvider;
import io.lull.reconfig.model.ProgramClass;
import io.lull.reconfig.model.ProgrammingModel;

/** Message programs: a job's class says that it is one. */
public final class MessageProvider implements ModelProvider {
  static final String KIND = "message";

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public ProgrammingModel create(Welcome welcome, ModelContext context, Clock clock) {
    return new MessageModel(
        ProgramClass.newInstance(welcome.getMainClass(), MessageProgram.class),
        context,
        !welcome.getNoAdapt(),
        clock);
  }
}
