package io.lull.reconfig.worker;

import io.lull.reconfig.collective.Communicator;
import io.lull.reconfig.comm.Links;
import io.lull.reconfig.model.CoupledModel;
import java.util.Collection;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The configuration that this worker computes in. Changed by the program's thread alone; any thread
 * may ask, and break it up.
 */
final class CurrentConfiguration {
  private final Links links;
  private final CoupledModel model;
  private volatile @Nullable Communicator group;

  /** Epochs before this one are over, also one that is only about to be entered, and why. */
  private long overBefore;

  private String whyOver = "";

  CurrentConfiguration(Links links, CoupledModel model) {
    this.links = links;
    this.model = model;
  }

  /**
   * @param members of the new configuration
   */
  void enter(Communicator newGroup, Collection<String> members) {
    synchronized (this) {
      model.resume();
      group = newGroup;
      if (newGroup.epoch() < overBefore) {
        interrupt(newGroup, whyOver);
      }
    }
    links.keepOnly(Set.copyOf(members));
  }

  synchronized void leave() {
    group = null;
  }

  /** Null before the first configuration and after the last. */
  @Nullable Communicator group() {
    return group;
  }

  Communicator present() {
    final @Nullable Communicator present = group;
    if (present == null) {
      throw new IllegalStateException("this worker is in no configuration yet");
    }
    return present;
  }

  /**
   * Breaks up the present configuration if it relies on that link and nothing has happened to it
   * yet. An older link to the same worker may have ended long before that is heard of: by then the
   * two may compute over a new one.
   *
   * @param linkEpoch in which the link was made
   * @return what was broken up, or null
   */
  synchronized @Nullable Communicator lose(String peer, long linkEpoch, String why) {
    final @Nullable Communicator present = group;
    if (present == null || present.isBroken() || !present.uses(peer, linkEpoch)) {
      return null;
    }
    interrupt(present, why);
    return present;
  }

  /**
   * The program is interrupted where it next looks, in an exchange with others or between two
   * chunks of a loop, if it computes in an epoch before this one; and an earlier one is not begun.
   */
  synchronized void breakUpBefore(long epoch, String why) {
    overBefore = epoch;
    whyOver = why;
    breakUp(why);
  }

  /** The program is interrupted where it next looks. */
  synchronized void breakUp(String why) {
    final @Nullable Communicator present = group;
    if (present != null) {
      interrupt(present, why);
    }
  }

  private void interrupt(Communicator present, String why) {
    present.breakUp(why);
    model.interrupt();
    links.wakeAll();
  }
}
