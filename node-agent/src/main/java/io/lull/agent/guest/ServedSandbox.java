package io.lull.agent.guest;

import io.lull.platform.guest.GuestNeeds;
import io.lull.platform.guest.GuestSpec;
import io.lull.platform.guest.Sandbox;
import io.lull.protocol.wire.GuestsDescribed;
import java.nio.file.Path;
import java.util.Optional;

/** The sandbox of the guest service, which confines a guest as it starts it. */
record ServedSandbox(GuestsDescribed described) implements Sandbox {
  @Override
  public GuestSpec confine(GuestSpec spec, GuestNeeds needs, Path material) {
    return spec.with(needs);
  }

  @Override
  public String describe() {
    return described.getSandbox() + "; a user of their own";
  }

  @Override
  public boolean confines() {
    return described.getConfines();
  }

  @Override
  public boolean separatesNetwork() {
    return described.getSeparatesNetwork();
  }

  @Override
  public boolean opensNetwork() {
    return described.getNetwork();
  }

  @Override
  public Optional<Path> imageRoot() {
    return described.getImageRoot().isEmpty()
        ? Optional.empty()
        : Optional.of(Path.of(described.getImageRoot()));
  }
}
