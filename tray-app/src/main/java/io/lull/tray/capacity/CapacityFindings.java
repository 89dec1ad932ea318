package io.lull.tray.capacity;

import java.util.List;

/**
 * The answers to a question.
 *
 * @param answers the cluster as it is, then each change that was asked for, by itself and in its
 *     order, then, of several, all together
 * @param report a page of HTML
 * @param csv the same as a table
 */
public record CapacityFindings(List<CapacityAnswer> answers, String report, String csv) {
  /**
   * @throws IllegalArgumentException when there is nothing to compare
   */
  public CapacityFindings {
    answers = List.copyOf(answers);
    if (answers.size() < 2) {
      throw new IllegalArgumentException("an answer is compared with the cluster as it is");
    }
  }

  /** As it is. */
  public CapacityAnswer now() {
    return answers.getFirst();
  }
}
