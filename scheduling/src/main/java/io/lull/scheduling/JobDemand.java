package io.lull.scheduling;

import java.util.List;
import java.util.Set;

/**
 * What one job asks for and has.
 *
 * @param needs what every node of the job has to offer
 * @param present nodes that the job has workers on
 * @param avoided nodes that failed this job lately and are not to be given to it
 * @param moves nodes that an operator wants exchanged for others
 */
public record JobDemand(
    String id,
    Turn turn,
    Share share,
    Needs needs,
    Set<String> present,
    Set<String> avoided,
    List<Move> moves) {
  public JobDemand {
    present = Set.copyOf(present);
    avoided = Set.copyOf(avoided);
    moves = List.copyOf(moves);
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
   */
  public record Share(int least, int greatest, int wanted) {
    public Share {
      if (least < 1 || greatest < least || wanted < 0) {
        throw new IllegalArgumentException(
            "not a share: " + least + " to " + greatest + " workers, " + wanted + " wanted");
      }
    }

    /**
     * The most it is to have at present: what was asked for, but never beyond least and greatest.
     */
    public int most() {
      return wanted == 0 ? greatest : Math.clamp(wanted, least, greatest);
    }
  }

  /** What a node has to have for one worker of the job. */
  public record Needs(long memoryBytes, Requirement requirement) {}

  /** An operator wants the worker on one node to continue on another. */
  public record Move(String from, String to) {}
}
