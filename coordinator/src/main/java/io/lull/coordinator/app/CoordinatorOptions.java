package io.lull.coordinator.app;

import io.lull.protocol.transport.HostPort;
import io.lull.scheduling.SharingTerms;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a coordinator is started.
 *
 * @param data its folder, made when missing
 * @param listen where agents and users reach it; port 0 lets the system choose
 * @param join other members of the same grid
 * @param store a JDBC URL; null for a database in the data folder
 * @param encrypted whether workers of a job encrypt what they say to each other; where not, whoever
 *     can listen on the network can read it, and whoever can reach it can write it
 * @param sharing how nodes are shared out over time
 */
public record CoordinatorOptions(
    Path data,
    HostPort listen,
    List<HostPort> join,
    @Nullable String store,
    boolean encrypted,
    SharingTerms sharing) {
  public static final int DEFAULT_PORT = 7400;

  /** On every interface: whoever connects has to show a certificate of the grid. */
  public static final HostPort DEFAULT_LISTEN = new HostPort("0.0.0.0", DEFAULT_PORT);

  public CoordinatorOptions {
    join = List.copyOf(join);
  }
}
