package io.lull.coordinator.app;

import io.lull.coordinator.file.FileQuota;
import io.lull.coordinator.retention.HistoryTerms;
import io.lull.coordinator.retention.RetentionTerms;
import io.lull.protocol.model.Webhooks;
import io.lull.protocol.transport.HostPort;
import io.lull.scheduling.SharingTerms;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The options of a coordinator.
 *
 * @param data its folder, made when missing
 * @param listen where agents and users reach it; port 0 lets the system choose
 * @param members with whom it shares its grid
 * @param store a JDBC URL; null for a database in the data folder
 * @param traffic what may go over the network, and how
 * @param times what sharing goes by
 * @param keeping what is kept, and for how long
 */
public record CoordinatorOptions(
    Path data,
    HostPort listen,
    Members members,
    @Nullable String store,
    Traffic traffic,
    Times times,
    Keeping keeping) {
  public static final int DEFAULT_PORT = 7400;

  /** On every interface: each caller must present a certificate of the grid. */
  public static final HostPort DEFAULT_LISTEN = new HostPort("0.0.0.0", DEFAULT_PORT);

  /**
   * What goes over the network besides what agents, people and the coordinator say to each other.
   *
   * @param encrypted whether workers of a job encrypt what they say to each other; where not,
   *     whoever can listen on the network can read it, and whoever can reach it can write it
   * @param webhooks where notices of jobs may be sent
   */
  public record Traffic(boolean encrypted, Webhooks webhooks, boolean guestNetwork) {}

  /**
   * The coordinators of one grid.
   *
   * @param others where this one reaches the members' ports of the others; empty: it is alone
   * @param listen where they reach this one; null for its usual place
   */
  public record Members(List<HostPort> others, @Nullable HostPort listen) {
    public static final Members NONE = new Members(List.of(), null);

    /** From the port for agents and people to the one for other members. */
    public static final int PORT_DISTANCE = 43;

    public static final int DEFAULT_PORT = CoordinatorOptions.DEFAULT_PORT + PORT_DISTANCE;

    private static final int LARGEST_PORT = 65_535;

    public Members {
      others = List.copyOf(others);
    }

    /**
     * Where others are: {@code HOST:PORT}, as agents know them, separated by commas; with {@code
     * /PORT} behind, where the port for members is not at its usual place.
     *
     * @throws IllegalArgumentException with one line that says what such a list looks like
     */
    public static List<HostPort> parse(String text) {
      return Arrays.stream(text.split(",")).map(String::strip).map(Members::parseOne).toList();
    }

    private static HostPort parseOne(String text) {
      final int slash = text.lastIndexOf('/');
      if (slash < 0) {
        return beside(HostPort.parse(text));
      }
      final HostPort known = HostPort.parse(text.substring(0, slash));
      return HostPort.parse(
          new HostPort(known.host(), 0).toString().replaceFirst("0$", "")
              + text.substring(slash + 1));
    }

    /** The usual place of a member's port. */
    public static HostPort beside(HostPort known) {
      if (known.port() == 0) {
        return known;
      }
      final int up = known.port() + PORT_DISTANCE;
      return new HostPort(known.host(), up > LARGEST_PORT ? known.port() - PORT_DISTANCE : up);
    }
  }

  /** As in the policy's terms; null for what is usual. */
  public record Times(
      @Nullable Duration slice,
      @Nullable Duration patience,
      @Nullable Duration coolDown,
      @Nullable Duration settle) {
    public static final Times USUAL = new Times(null, null, null, null);

    public SharingTerms terms() {
      final SharingTerms usual = SharingTerms.DEFAULT;
      return new SharingTerms(
          slice == null ? usual.slice() : slice,
          patience == null ? usual.patience() : patience,
          coolDown == null ? usual.coolDown() : coolDown,
          settle == null ? usual.settle() : settle);
    }
  }

  /**
   * How much is kept for how long; null for what is usual.
   *
   * @param filesBytes all files together; usually half of the disk that the data folder is on
   * @param userBytes programs and inputs of one user; usually a quarter of that
   * @param outputs for how long after a job's end its outputs are
   * @param jobs for how long after its end a job is
   * @param mostJobs how many jobs that have ended are
   */
  public record Keeping(
      @Nullable Long filesBytes,
      @Nullable Long userBytes,
      @Nullable Duration outputs,
      @Nullable Duration jobs,
      @Nullable Integer mostJobs,
      @Nullable Duration changes,
      @Nullable Duration history) {
    public static final Keeping USUAL = new Keeping(null, null, null, null, null, null, null);

    /**
     * @throws IllegalArgumentException with one line when some of it cannot be
     */
    public void check() {
      terms();
      quota(Long.MAX_VALUE);
    }

    public RetentionTerms terms() {
      final RetentionTerms usual = RetentionTerms.USUAL;
      return new RetentionTerms(
          outputs == null ? usual.outputs() : outputs,
          jobs == null ? usual.jobs() : jobs,
          mostJobs == null ? usual.mostJobs() : mostJobs,
          new HistoryTerms(
              changes == null ? usual.history().changes() : changes,
              history == null ? usual.history().hours() : history));
    }

    /**
     * @param diskBytes that the disk has which the files are on
     * @throws IllegalArgumentException with one line when that cannot be
     */
    public FileQuota quota(long diskBytes) {
      final FileQuota all =
          FileQuota.of(
              filesBytes == null ? Math.max(FileQuota.LEAST_BYTES, diskBytes / 2) : filesBytes);
      return userBytes == null ? all : new FileQuota(all.bytes(), userBytes);
    }
  }

  /** One that keeps what is usual and sends no notices. */
  public CoordinatorOptions(
      Path data,
      HostPort listen,
      Members members,
      @Nullable String store,
      boolean encrypted,
      Times times) {
    this(
        data,
        listen,
        members,
        store,
        new Traffic(encrypted, Webhooks.NONE, false),
        times,
        Keeping.USUAL);
  }

  /** Whether it waits for its turn while another leads. */
  public boolean oneOfSeveral() {
    return !members.others().isEmpty();
  }
}
