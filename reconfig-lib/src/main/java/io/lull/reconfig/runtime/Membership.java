package io.lull.reconfig.runtime;

import io.lull.reconfig.comm.Group;
import io.lull.reconfig.comm.Links;
import io.lull.reconfig.distribution.Allotment;
import io.lull.reconfig.parallel.Crew;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The configuration that this worker computes in. Changed by the program's thread alone; any thread
 * may ask, and break it up.
 */
final class Membership {
  private final Links links;
  private final Crew crew;
  private volatile Allotment allotment = Allotment.NONE;
  private volatile @Nullable Group group;
  private volatile Set<String> names = Set.of();

  Membership(Links links, Crew crew) {
    this.links = links;
    this.crew = crew;
  }

  /**
   * @param members of the new configuration
   */
  void enter(Allotment next, Group newGroup, Set<String> members) {
    allotment = next;
    names = members;
    crew.resume();
    group = newGroup;
    links.keepOnly(members);
  }

  void leave(Allotment next) {
    allotment = next;
    group = null;
  }

  /** Null before the first configuration and after the last. */
  @Nullable Group group() {
    return group;
  }

  Group present() {
    final @Nullable Group present = group;
    if (present == null) {
      throw new IllegalStateException("this worker is in no configuration yet");
    }
    return present;
  }

  Allotment allotment() {
    return allotment;
  }

  /** Null unless it computes with that worker, and nothing has happened to them yet. */
  @Nullable Group relyingOn(String peer) {
    final @Nullable Group present = group;
    return present != null && !present.isBroken() && names.contains(peer) ? present : null;
  }

  /**
   * The program is interrupted where it next looks: in an exchange with others, or between two
   * chunks of a loop.
   */
  void breakUp(String why) {
    final @Nullable Group present = group;
    if (present != null) {
      present.breakUp(why);
      crew.stop();
      links.wakeAll();
    }
  }
}
