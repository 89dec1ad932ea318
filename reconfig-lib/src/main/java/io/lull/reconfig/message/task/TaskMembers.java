package io.lull.reconfig.message.task;

import io.lull.reconfig.comm.Link;
import java.util.Map;

/**
 * The workers among which the tasks are.
 *
 * @param self this worker's name
 * @param links to the others, by name
 * @param weight this worker's speed, beside those of the others
 * @param incarnation the epoch in which the tasks last began or recovered; 0: not yet
 */
public record TaskMembers(String self, Map<String, Link> links, double weight, long incarnation) {
  static final TaskMembers NONE = new TaskMembers("", Map.of(), 1, 0);

  public TaskMembers {
    links = Map.copyOf(links);
  }

  /** Of all workers the one whose name comes first: it looks at what all report. */
  String first() {
    return links.keySet().stream()
        .filter(worker -> worker.compareTo(self) < 0)
        .min(String::compareTo)
        .orElse(self);
  }

  int count() {
    return links.size() + 1;
  }
}
