package io.lull.scheduling;

import java.util.List;
import java.util.Set;

/**
 * The demand of one job, and the nodes that it has.
 *
 * @param needs what every node of the job has to offer
 * @param present nodes that the job has workers on
 * @param avoided nodes that failed this job lately and are not to be given to it
 * @param moves nodes that an operator wants exchanged for others
 * @param ghosts nodes that it does not have, but a worker of its own waits on
 */
public record JobDemand(
    String id,
    Turn turn,
    Share share,
    Needs needs,
    Set<String> present,
    Set<String> avoided,
    List<Move> moves,
    Set<String> ghosts) {
  public JobDemand {
    present = Set.copyOf(present);
    avoided = Set.copyOf(avoided);
    moves = List.copyOf(moves);
    ghosts = Set.copyOf(ghosts);
  }

  /** Of a job without ghosts. */
  public JobDemand(
      String id,
      Turn turn,
      Share share,
      Needs needs,
      Set<String> present,
      Set<String> avoided,
      List<Move> moves) {
    this(id, turn, share, needs, present, avoided, moves, Set.of());
  }

  /** The same, with no use for more nodes than these. */
  public JobDemand upTo(int most) {
    return new JobDemand(id, turn, share.upTo(most), needs, present, avoided, moves, ghosts);
  }

  /** Whether the node is one that the job could ever use, idle or not. */
  boolean fits(NodeOffer node) {
    return needs.areMetBy(node) && node.welcomes(turn.user());
  }

  /** Whether it has nodes now. */
  boolean running() {
    return !present.isEmpty();
  }

  /**
   * What decides when it is this job's turn.
   *
   * @param number of the job, in the order of submission
   * @param sinceMillis since when it has had nodes, or has been without, as epoch milliseconds
   * @param changedMillis when its nodes changed last, as epoch milliseconds; 0 for never
   */
  public record Turn(
      int priority, String user, long number, long sinceMillis, long changedMillis) {}

  /**
   * How many workers it can use.
   *
   * @param wanted what an operator asked for; 0 for as many as there are
   * @param moldable its number is chosen when it begins, and then stays
   * @param settled the number that was chosen for a moldable one; 0 while it is yet to be chosen
   */
  public record Share(int least, int greatest, int wanted, boolean moldable, int settled) {
    public Share {
      if (least < 1 || greatest < least || wanted < 0) {
        throw new IllegalArgumentException(
            "not a share: " + least + " to " + greatest + " workers, " + wanted + " wanted");
      }
      if (settled != 0 && (!moldable || settled < least || settled > greatest)) {
        throw new IllegalArgumentException(
            settled + " is not what a job of " + least + " to " + greatest + " workers settles on");
      }
    }

    /** Of a job whose number may change while it runs, or is given by least and greatest. */
    public Share(int least, int greatest, int wanted) {
      this(least, greatest, wanted, false, 0);
    }

    /** The same, with the number that was chosen; 0 when it is to be chosen again. */
    public Share settlingOn(int number) {
      return new Share(least, greatest, wanted, moldable, moldable ? number : 0);
    }

    /** The same, with no use for more than these. */
    public Share upTo(int most) {
      return new Share(least, Math.clamp(most, least, greatest), wanted, moldable, settled);
    }

    /** Whether a number is to be chosen that then stays. */
    boolean unsettled() {
      return moldable && settled == 0 && least < greatest;
    }

    /** With fewer it cannot run at present. */
    public int fewest() {
      return settled > 0 ? settled : least;
    }

    /**
     * The most it is to have at present: what was asked for, but never beyond least and greatest.
     */
    public int most() {
      if (settled > 0) {
        return settled;
      }
      return wanted == 0 ? greatest : Math.clamp(wanted, least, greatest);
    }
  }

  /**
   * What a node has to have for one worker of the job.
   *
   * @param features of the node
   */
  public record Needs(long memoryBytes, Requirement requirement, Set<GuestFeature> features) {
    public Needs {
      features = Set.copyOf(features);
    }

    /** Whether the node has all of it, whatever jobs it accepts. */
    boolean areMetBy(NodeOffer node) {
      return areMetBy(node.name(), node.traits());
    }

    /** Whether a node of this name and these traits has all of it. */
    public boolean areMetBy(String name, NodeTraits traits) {
      return traits.memoryBytes() >= memoryBytes
          && traits.features().containsAll(features)
          && requirement.admits(name, traits);
    }

    /** Of a job that needs no feature. */
    public Needs(long memoryBytes, Requirement requirement) {
      this(memoryBytes, requirement, Set.of());
    }
  }

  /** An operator wants the worker on one node to continue on another. */
  public record Move(String from, String to) {}
}
