package io.lull.platform.macos.guest;

import io.lull.platform.guest.GuestNeeds;
import io.lull.platform.guest.GuestNetwork;
import io.lull.platform.guest.GuestSpec;
import io.lull.platform.guest.Sandbox;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The system's sandbox: deprecated for years, and still used by its own programs. */
final class MacSandbox implements Sandbox {
  private static final String PROGRAM = "/usr/bin/sandbox-exec";
  private static final List<String> HARMLESS = List.of("/usr/bin/true");
  private static final List<String> FORBIDDEN = List.of("/bin/ls", "/Users");

  private MacSandbox() {}

  /**
   * @param succeeds runs a command and tells whether it succeeded
   */
  static Sandbox probe(Predicate<List<String>> succeeds) {
    final String profile = SandboxProfile.of(List.of(), List.of(), false);
    if (!succeeds.test(within(profile, HARMLESS))) {
      return new None("sandbox-exec does not work here");
    }
    return succeeds.test(within(profile, FORBIDDEN))
        ? new None("sandbox-exec does not keep a program from the owner's files here")
        : new MacSandbox();
  }

  private static List<String> within(String profile, List<String> command) {
    final List<String> all = new ArrayList<>(List.of(PROGRAM, "-p", profile));
    all.addAll(command);
    return all;
  }

  @Override
  public GuestSpec confine(GuestSpec spec, GuestNeeds needs, Path material) {
    final List<Path> readable = new ArrayList<>(needs.readable());
    readable.add(spec.directory());
    final List<Path> writable = new ArrayList<>(needs.writable());
    writable.add(needs.temporary());
    final String profile =
        SandboxProfile.of(writable, readable, needs.network() != GuestNetwork.NONE);
    return new GuestSpec(
        within(profile, spec.command()), spec.environment(), spec.directory(), spec.limits());
  }

  @Override
  public String describe() {
    return "macOS' sandbox: no home folders, nothing written but folders of its own";
  }

  @Override
  public boolean confines() {
    return true;
  }
}
