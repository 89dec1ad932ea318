package io.lull.bench.grid;

import io.lull.client.grid.GridClient;
import io.lull.client.login.Home;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.HostPort;
import io.lull.testkit.net.ReservedPorts;
import io.lull.testkit.process.Tools;
import io.lull.testkit.time.Eventually;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Several coordinators of one store, each a process as users start it; one of them leads. */
public final class MemberGrid implements AutoCloseable {
  private static final Duration STARTS = Duration.ofSeconds(90);
  private static final String LEADS = "^listening on";
  private static final String WAITS = "^standing by";

  private final Path folder;
  private final String store;
  private final ReservedPorts reserved;
  private final List<HostPort> addresses;
  private final List<Child> members = new ArrayList<>();
  private int leader;

  private MemberGrid(Path folder, String store, ReservedPorts reserved) {
    this.folder = folder;
    this.store = store;
    this.reserved = reserved;
    this.addresses = reserved.all().stream().map(port -> new HostPort("127.0.0.1", port)).toList();
  }

  /**
   * @param store a JDBC URL of a store that several can use
   */
  public static MemberGrid start(Path folder, String store, int members)
      throws IOException, InterruptedException {
    final MemberGrid grid = new MemberGrid(folder, store, ReservedPorts.open(members));
    try {
      for (int m = 0; m < members; m++) {
        grid.members.add(grid.member(m));
        grid.members.get(m).await(m == 0 ? LEADS : WAITS, STARTS);
      }
      Tools.run(
          STARTS,
          Map.of("LULL_HOME", folder.resolve("home").toString()),
          Launcher.command(
              List.of(
                  "login",
                  "--coordinator",
                  grid.addresses.stream().map(HostPort::toString).collect(Collectors.joining(",")),
                  "--enroll",
                  "@" + folder.resolve("member0").resolve("admin.token"))));
      return grid;
    } catch (IOException | InterruptedException | AssertionError e) {
      grid.close();
      throw e;
    }
  }

  private Child member(int m) throws IOException {
    final String others =
        addresses.stream()
            .filter(address -> !address.equals(addresses.get(m)))
            .map(HostPort::toString)
            .collect(Collectors.joining(","));
    return Child.start(
        "member" + m,
        folder,
        Map.of(),
        Launcher.command(
            List.of(
                "coordinator",
                "--data",
                folder.resolve("member" + m).toString(),
                "--listen",
                addresses.get(m).toString(),
                "--join",
                others,
                "--store",
                store)));
  }

  /** Where agents and users look for the one that leads. */
  public List<HostPort> addresses() {
    return addresses;
  }

  /** What the members sign certificates with. */
  public Path authority() {
    return folder.resolve("member0").resolve("authority");
  }

  /** Asks the leader, as the first administrator. */
  public GridClient client() {
    final Home own = new Home(folder.resolve("home"), folder);
    return GridClient.of(
        own.identity(SystemClock.INSTANCE),
        own.coordinators(),
        SystemClock.INSTANCE,
        new SecureRandom());
  }

  /** The one that leads ends without a word. */
  public void killLeader() throws InterruptedException {
    members.forEach(Child::forget);
    members.get(leader).kill();
  }

  /** The one that leads stands still, its connections with it. */
  public void freezeLeader() {
    members.forEach(Child::forget);
    members.get(leader).signal("STOP");
  }

  /** Another leads; the one that was killed is started again, and waits for its turn. */
  public void replaceKilled() throws IOException, InterruptedException {
    final int killed = leader;
    members.get(killed).close();
    awaitNextLeader();
    members.set(killed, member(killed));
    members.get(killed).await(WAITS, STARTS);
  }

  /** Another leads; the one that stood still goes on, and waits for its turn. */
  public void thawFrozen() throws IOException, InterruptedException {
    final int frozen = leader;
    awaitNextLeader();
    members.get(frozen).signal("CONT");
    members.get(frozen).await(WAITS, STARTS);
  }

  private void awaitNextLeader() {
    final int last = leader;
    leader =
        Eventually.get(
            "another member leads",
            STARTS,
            () -> {
              for (int m = 0; m < members.size(); m++) {
                if (m != last && members.get(m).hasSaid(LEADS)) {
                  return m;
                }
              }
              return null;
            });
  }

  @Override
  public void close() {
    for (final Child member : members) {
      if (member.isAlive()) {
        member.signal("CONT");
      }
      member.close();
    }
    reserved.close();
  }
}
