package io.lull.platform.guest;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How to start a guest.
 *
 * @param environment everything that the guest sees: nothing is inherited
 * @param needs to which whoever starts it confines it; empty: it is confined, or is not to be
 */
public record GuestSpec(
    List<String> command,
    Map<String, String> environment,
    Path directory,
    GuestLimits limits,
    Optional<GuestNeeds> needs) {
  public GuestSpec {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
  }

  /** Of a guest that nobody confines any more. */
  public GuestSpec(
      List<String> command, Map<String, String> environment, Path directory, GuestLimits limits) {
    this(command, environment, directory, limits, Optional.empty());
  }

  /** The same, to be confined by whoever starts it. */
  public GuestSpec with(GuestNeeds needed) {
    return new GuestSpec(command, environment, directory, limits, Optional.of(needed));
  }
}
