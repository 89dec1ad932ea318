package io.lull.coordinator.app;

import io.lull.protocol.transport.HostPort;
import io.lull.scheduling.SharingTerms;
import java.nio.file.Path;
import java.time.Duration;
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
 * @param times what sharing goes by
 */
public record CoordinatorOptions(
    Path data,
    HostPort listen,
    List<HostPort> join,
    @Nullable String store,
    boolean encrypted,
    Times times) {
  public static final int DEFAULT_PORT = 7400;

  /** On every interface: whoever connects has to show a certificate of the grid. */
  public static final HostPort DEFAULT_LISTEN = new HostPort("0.0.0.0", DEFAULT_PORT);

  /** As in the policy's terms; null for what is usual. */
  public record Times(
      @Nullable Duration slice,
      @Nullable Duration patience,
      @Nullable Duration coolDown,
      @Nullable Duration settle) {
    public static final Times USUAL = new Times(null, null, null, null);

    SharingTerms terms() {
      final SharingTerms usual = SharingTerms.DEFAULT;
      return new SharingTerms(
          slice == null ? usual.slice() : slice,
          patience == null ? usual.patience() : patience,
          coolDown == null ? usual.coolDown() : coolDown,
          settle == null ? usual.settle() : settle);
    }
  }

  public CoordinatorOptions {
    join = List.copyOf(join);
  }
}
