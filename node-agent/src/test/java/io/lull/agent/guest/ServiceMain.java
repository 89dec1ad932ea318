package io.lull.agent.guest;

import io.lull.agent.app.GuestServiceProgram;
import io.lull.protocol.log.LogFormat;
import java.nio.file.Path;
import java.util.Optional;

/** The service as a process of its own: the socket, the guests' folder and the agent's user. */
public final class ServiceMain {
  private ServiceMain() {}

  public static void main(String[] arguments) {
    System.exit(
        GuestServiceProgram.run(
            new GuestServiceProgram.Options(
                Path.of(arguments[0]), Path.of(arguments[1]), Optional.of(arguments[2])),
            LogFormat.parse("text")));
  }
}
