package io.lull.cli.doctor;

import io.lull.cli.doctor.Finding.Area;
import io.lull.protocol.time.Clock;
import io.lull.protocol.transport.HostPort;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Whether the coordinator on this computer runs and can work. */
public final class CoordinatorExamination {
  private static final String LOCK = "lock";
  private static final String ADDRESS = "address";
  private static final String AUTHORITY = "authority";

  private final Path data;
  private final @Nullable String store;
  private final Function<String, Optional<String>> stores;
  private final Clock clock;
  private final Reachability reach;

  /**
   * @param data its folder
   * @param store the JDBC URL that it was given; null: it has a database of its own
   * @param stores says why a store cannot be used; empty: it can
   */
  public CoordinatorExamination(
      Path data,
      @Nullable String store,
      Function<String, Optional<String>> stores,
      Clock clock,
      Reachability reach) {
    this.data = data;
    this.store = store;
    this.stores = stores;
    this.clock = clock;
    this.reach = reach;
  }

  /** Whether this computer has a coordinator. */
  public boolean applies() {
    return Files.exists(data);
  }

  public List<Finding> examine() {
    if (!Files.isReadable(data) || !Files.isWritable(data)) {
      return List.of(
          Finding.doubtful(
              Area.COORDINATOR,
              "data",
              data + " belongs to another user",
              "run lull doctor as that user, or as root"));
    }
    final List<Finding> findings = new ArrayList<>();
    final boolean runs = runs();
    findings.add(
        runs
            ? Finding.good(Area.COORDINATOR, "process", "it runs")
            : Finding.fault(
                Area.COORDINATOR,
                "process",
                "no coordinator runs with " + data,
                "start it (systemctl status lull-coordinator, journalctl -u lull-coordinator)"));
    if (runs) {
      port().ifPresent(findings::add);
    }
    if (Files.isDirectory(data.resolve(AUTHORITY))) {
      findings.addAll(
          new CredentialsExamination(
                  Area.COORDINATOR,
                  data.resolve(AUTHORITY),
                  "restore the authority from a backup (docs/operations.md)")
              .examine(Instant.ofEpochMilli(clock.epochMillis())));
    }
    findings.add(DiskSpace.of(Area.COORDINATOR, data));
    if (store != null) {
      findings.add(
          stores
              .apply(store)
              .map(why ->
                  Finding.fault(
                      Area.COORDINATOR,
                      "store",
                      why,
                      "start the database, or correct --store; the coordinator waits for it"))
              .orElseGet(() -> Finding.good(Area.COORDINATOR, "store", "the database responds")));
    }
    return findings;
  }

  /** A coordinator locks its folder as long as it runs. */
  private boolean runs() {
    try (FileChannel channel = FileChannel.open(data.resolve(LOCK), StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock()) {
      return lock == null;
    } catch (OverlappingFileLockException e) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private Optional<Finding> port() {
    final HostPort address;
    try {
      final HostPort told = HostPort.parse(Files.readString(data.resolve(ADDRESS)).strip());
      address = new HostPort(wildcard(told.host()) ? "127.0.0.1" : told.host(), told.port());
    } catch (AccessDeniedException e) {
      return Optional.empty();
    } catch (IOException | IllegalArgumentException e) {
      return Optional.of(
          Finding.doubtful(
              Area.COORDINATOR,
              "port",
              "it does not listen yet: it stands by, or waits for its store",
              "see its log"));
    }
    return Optional.of(
        reach.obstacle(address) == Reachability.Obstacle.NONE
            ? Finding.good(Area.COORDINATOR, "port", "it listens at " + address)
            : Finding.fault(
                Area.COORDINATOR,
                "port",
                "nothing responds at " + address,
                "see its log; restart it if it is stuck"));
  }

  private static boolean wildcard(String host) {
    return host.equals("0.0.0.0") || host.equals("::");
  }
}
