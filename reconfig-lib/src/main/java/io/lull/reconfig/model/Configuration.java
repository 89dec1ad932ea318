package io.lull.reconfig.model;

import io.lull.reconfig.collective.Communicator;
import io.lull.reconfig.comm.Link;
import java.util.List;
import java.util.Map;

/**
 * The workers that compute together from now on.
 *
 * @param self this worker's name
 * @param members by rank
 * @param workers for calls that all make together, by the program's thread
 * @param links to the other members, by name; for frames on the model's own channels, any thread
 */
public record Configuration(
    String self, List<String> members, Communicator workers, Map<String, Link> links) {
  public Configuration {
    members = List.copyOf(members);
    links = Map.copyOf(links);
  }
}
