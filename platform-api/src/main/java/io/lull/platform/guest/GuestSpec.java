package io.lull.platform.guest;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * @param environment everything that the guest sees: nothing is inherited
 */
public record GuestSpec(
    List<String> command, Map<String, String> environment, Path directory, GuestLimits limits) {
  public GuestSpec {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
  }
}
