package io.lull.platform.guest;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** What keeps a guest away from the owner's files and programs. */
public interface Sandbox {
  /**
   * The same guest in the sandbox: it may write only to the folders that it needs, and read its own
   * folder, which exists, and what it needs.
   *
   * @param material an empty folder that the guest cannot write to, and that stays as long as it:
   *     what the sandbox is made from
   */
  GuestSpec confine(GuestSpec spec, GuestNeeds needs, Path material) throws IOException;

  /** For people: how a guest is confined, or why it is not. */
  String describe();

  /** Whether a guest cannot read the owner's files nor see the owner's programs. */
  boolean confines();

  /** Whether it can leave a guest no other network than {@link GuestNetwork#PASSED}. */
  default boolean separatesNetwork() {
    return false;
  }

  /** Whether it can leave a guest {@link GuestNetwork#OPEN}. */
  default boolean opensNetwork() {
    return true;
  }

  /**
   * Where a guest finds the root of a container image, if it has one, complete with its own
   * processes, devices and temporary files: it can run programs with that as their root. Empty:
   * guests with images cannot be confined.
   */
  default Optional<Path> imageRoot() {
    return Optional.empty();
  }

  /**
   * No more than the rights of the agent's user.
   *
   * @param why part of a sentence
   */
  record None(String why) implements Sandbox {
    @Override
    public GuestSpec confine(GuestSpec spec, GuestNeeds needs, Path material) {
      return spec;
    }

    @Override
    public String describe() {
      return "no sandbox (" + why + "): a guest has the rights of the agent's user";
    }

    @Override
    public boolean confines() {
      return false;
    }
  }
}
