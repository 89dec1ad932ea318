package io.lull.reconfig.message.task;

import io.lull.reconfig.comm.Link;
import java.util.Map;

/**
 * The workers among which the tasks are.
 *
 * @param self this worker's name
 * @param links to the others, by name
 * @param incarnation the epoch in which the tasks last began or recovered; 0: not yet
 */
public record TaskMembers(String self, Map<String, Link> links, long incarnation) {
  static final TaskMembers NONE = new TaskMembers("", Map.of(), 0);

  public TaskMembers {
    links = Map.copyOf(links);
  }
}
