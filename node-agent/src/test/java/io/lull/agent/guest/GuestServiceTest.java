package io.lull.agent.guest;

import static java.nio.file.attribute.PosixFilePermissions.fromString;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.lull.platform.Platform;
import io.lull.platform.guest.Guest;
import io.lull.platform.guest.GuestFolder;
import io.lull.platform.guest.GuestLimits;
import io.lull.platform.guest.GuestNeeds;
import io.lull.platform.guest.GuestNetwork;
import io.lull.platform.guest.GuestSpec;
import io.lull.platform.process.Deadline;
import io.lull.protocol.time.SystemClock;
import io.lull.testkit.process.Leftovers;
import io.lull.testkit.process.SystemUser;
import io.lull.testkit.process.Tools;
import io.lull.testkit.time.Eventually;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Guests of a service that is another process, and another user's where the test is root's. */
@EnabledOnOs(OS.LINUX)
final class GuestServiceTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @RegisterExtension final Leftovers leftovers = new Leftovers();
  private TestService service;
  private ServedGuests guests;
  private Path root = Path.of("");
  private int started;

  @BeforeEach
  void open() throws IOException {
    service = TestService.start();
    guests = at(service);
  }

  @AfterEach
  void close() throws IOException {
    service.close();
  }

  private static ServedGuests at(TestService service) throws IOException {
    return ServedGuests.at(
        service.socket(),
        Platform.foldersOfAnother(),
        Deadline.in(Duration.ZERO, SystemClock.INSTANCE));
  }

  /** A guest with a folder as workers have them. */
  private Guest start(String script) throws IOException {
    return guests.start(spec(script));
  }

  private GuestSpec spec(String script) throws IOException {
    root = Files.createDirectory(service.work().resolve("w" + ++started));
    final Path outputs = Files.createDirectory(root.resolve("outputs"));
    final Path temporary = Files.createDirectory(root.resolve("tmp"));
    Files.writeString(root.resolve("input"), "for the guest\n");
    guests.folders().letRead(root);
    guests.folders().letWrite(outputs);
    guests.folders().letWrite(temporary);
    return guests
        .sandbox()
        .confine(
            new GuestSpec(
                List.of("/bin/sh", "-c", script),
                Map.of("PATH", "/usr/bin:/bin"),
                root,
                new GuestLimits(1, 1L << 30)),
            new GuestNeeds(List.of(), List.of(outputs), temporary, GuestNetwork.NONE),
            root);
  }

  private static BufferedReader lines(InputStream in) {
    return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
  }

  private static int exit(Guest guest) throws Exception {
    return guest.pipes().exit().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  private static String state(long pid) {
    try {
      return Files.readAllLines(Path.of("/proc", String.valueOf(pid), "status")).stream()
          .filter(line -> line.startsWith("State:"))
          .findFirst()
          .orElse("");
    } catch (IOException e) {
      return "gone";
    }
  }

  private static void awaitGone(Guest guest) {
    Eventually.await(
        "nothing of the guest runs",
        PATIENCE,
        () -> {
          final String state = state(guest.id().pid());
          return state.equals("gone") || state.contains("Z");
        });
  }

  @Test
  void aGuestIsOfTheServicesUserAndHearsAndSpeaks() throws Exception {
    final Guest guest =
        start("id -u; cat input; read -r said; echo \"heard $said\"; echo logged >&2; exit 7");
    try (OutputStream orders = guest.pipes().orders();
        BufferedReader reports = lines(guest.pipes().reports());
        BufferedReader log = lines(guest.pipes().log())) {
      assertThat(reports.readLine()).isEqualTo(TestService.user());
      assertThat(reports.readLine()).isEqualTo("for the guest");
      orders.write("hello\n".getBytes(StandardCharsets.UTF_8));
      orders.flush();
      assertThat(reports.readLine()).isEqualTo("heard hello");
      assertThat(log.readLine()).isEqualTo("logged");
      assertThat(exit(guest)).isEqualTo(7);
      assertThat(reports.readLine()).isNull();
    }
    assertThat(guest.tookTooMuchMemory()).isFalse();
    assertThat(guest.kill(PATIENCE)).isTrue();
  }

  @Test
  void theEndOfItsOrdersReachesTheGuest() throws Exception {
    final Guest guest = start("cat >/dev/null; exit 3");
    guest.pipes().orders().close();
    assertThat(exit(guest)).isEqualTo(3);
    assertThat(guest.kill(PATIENCE)).isTrue();
  }

  @Test
  void muchIsPassedInBothDirectionsUnchanged() throws Exception {
    final Guest guest = start("cat");
    final byte[] sent = new byte[3 << 20];
    for (int i = 0; i < sent.length; i++) {
      sent[i] = (byte) ((i * 31) >> 7);
    }
    final Thread writer =
        Thread.ofVirtual()
            .start(() -> {
              try (OutputStream orders = guest.pipes().orders()) {
                orders.write(sent);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    try (InputStream reports = guest.pipes().reports()) {
      assertThat(reports.readAllBytes()).isEqualTo(sent);
    }
    writer.join();
    assertThat(exit(guest)).isZero();
    assertThat(guest.kill(PATIENCE)).isTrue();
  }

  @Test
  void aGuestIsHeldSuspendedMeasuredAndEnded() throws Exception {
    final Guest guest = start("echo up; while :; do :; done");
    lines(guest.pipes().reports()).readLine();
    guest.settle();
    guest.hold(0.5);
    guest.release();
    assertThat(guest.residentBytes()).isPositive();
    assertThat(guest.suspend()).isTrue();
    final double before = guests.seconds(List.of());
    // A guest that ran would have used a tick since.
    final double after = guests.seconds(List.of());
    assertThat(after - before).isLessThan(0.02);
    guest.resume();
    Eventually.await("it runs on", PATIENCE, () -> guests.seconds(List.of()) > after + 0.05);
    assertThat(guest.suspend()).isTrue();
    assertThat(guest.kill(PATIENCE)).isTrue();
    assertThat(exit(guest)).isEqualTo(137);
    awaitGone(guest);
    assertThat(guests.seconds(List.of())).isGreaterThanOrEqualTo(after);
  }

  @Test
  void aGuestEndsWithTheConnectionOfItsAgent() throws Exception {
    final ServiceCalls calls = new ServiceCalls(service.socket());
    final Guest other = start("while :; do :; done");
    final GuestSpec spec = spec("echo >outputs/begun; while :; do :; done");
    final ServiceCalls.Kept life = calls.keep(ServedGuests.call(spec));
    final Guest guest = ServedGuest.of(calls, life);
    // One whose sandbox is still being made would end anyway, for lack of what it is made of.
    final Path begun = root.resolve("outputs/begun");
    Eventually.await("the guest computes", PATIENCE, () -> Files.exists(begun));
    life.connection().close();
    awaitGone(guest);
    assertThat(state(other.id().pid())).isNotEqualTo("gone");
    assertThat(other.kill(PATIENCE)).isTrue();
  }

  @Test
  void guestsEndWithAServiceThatIsKilled() throws Exception {
    final Guest guest = start("trap '' HUP INT TERM; while :; do :; done");
    service.program().kill();
    assertThat(exit(guest)).isEqualTo(137);
    assertThat(guest.kill(PATIENCE)).isTrue();
    assertThat(guest.suspend()).as("a guest that is lost").isFalse();
    awaitGone(guest);
    assertThatThrownBy(() -> start("true"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the guest service does not answer at");
  }

  @Test
  void whatAGuestKeepsFromTheGroupIsReadMeasuredAndDeleted() throws Exception {
    final Guest guest =
        start(
            "cd outputs && echo mine >secret && chmod 600 secret && mkdir -p locked/deep"
                + " && head -c 3000000 /dev/zero >locked/deep/full && chmod 000 locked/deep locked"
                + " && ln -s /etc/passwd link && ln secret second && echo x >plain");
    assertThat(exit(guest)).isZero();
    assertThat(guest.kill(PATIENCE)).isTrue();
    final Path outputs = root.resolve("outputs");
    try (GuestFolder folder = guests.folders().open(root, "outputs")) {
      assertThatThrownBy(() -> folder.shareWithGroup("secret")).hasMessageContaining("one name");
      folder.delete("second");
      folder.shareWithGroup("secret");
      assertThat(Files.getPosixFilePermissions(outputs.resolve("secret")).toString())
          .contains("GROUP_READ");
      assertThatThrownBy(() -> folder.shareWithGroup("link")).hasMessageContaining("plain file");
      assertThatThrownBy(() -> folder.shareWithGroup("../input")).hasMessageContaining("name");
      try (FileChannel file = folder.open("secret")) {
        assertThat(new String(Channels.newInputStream(file).readAllBytes(), StandardCharsets.UTF_8))
            .isEqualTo("mine\n");
      }
    }
    assertThat(guests.folders().excess(List.of(outputs), 2_000_000))
        .hasValueSatisfying(why -> assertThat(why).contains("cannot be measured"));
    guests.folders().clear(root);
    try (var left = Files.list(outputs)) {
      assertThat(left).isEmpty();
    }
    if (TestService.isRoot()) {
      assertThat(root.resolve("input")).as("the agent's own").exists();
    }
  }

  @Test
  void foldersOfOthersAreNotTouched() throws IOException {
    final Path elsewhere = Files.createDirectory(service.socket().resolveSibling("elsewhere"));
    for (final Path folder :
        List.of(elsewhere, service.work().resolve("../elsewhere"), Path.of("elsewhere"))) {
      assertThatThrownBy(() -> guests.folders().clear(folder))
          .hasMessageContaining("is not a folder of guests");
      assertThat(guests.folders().excess(List.of(folder), 1))
          .hasValueSatisfying(why -> assertThat(why).contains("is not a folder of guests"));
    }
  }

  @Test
  void onlyTheAgentsUserIsServed() throws IOException {
    try (TestService others = TestService.start("daemon")) {
      assertThatThrownBy(() -> at(others)).isInstanceOf(IOException.class);
      others.program().awaitLine("asked for a guest, and only daemon may", PATIENCE);
    }
  }

  @Test
  void moreConnectionsThanAnAgentNeedsAreRefusedAndTheOthersServed() throws Exception {
    final List<ServiceConnection> open = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      open.add(ServiceConnection.open(service.socket()));
    }
    service.program().awaitLine("makes more than 64 connections at once", PATIENCE);
    open.forEach(ServiceConnection::close);
    Eventually.await("it serves again", PATIENCE, () -> guests.reapStrays(PATIENCE));
  }

  @Test
  void aGuestsOwnFileNeedsNoLeaveOfTheAgents() throws Exception {
    final Guest guest = start("echo piece >outputs/piece && chmod 600 outputs/piece");
    assertThat(exit(guest)).isZero();
    assertThat(guest.kill(PATIENCE)).isTrue();
    final Path piece = root.resolve("outputs/piece");
    guests.folders().letRead(piece);
    assertThat(Files.getPosixFilePermissions(piece)).isEqualTo(fromString("rw-------"));
  }

  @Test
  void aGuestThatIsKilledLeavesNothingOfTheServiceInItsReports() throws Exception {
    final Guest guest = start("echo up; while :; do :; done");
    try (InputStream reports = guest.pipes().reports()) {
      assertThat(reports.readNBytes(3)).isEqualTo("up\n".getBytes(StandardCharsets.UTF_8));
      assertThat(guest.kill(PATIENCE)).isTrue();
      assertThat(reports.readAllBytes()).isEmpty();
    }
    assertThat(exit(guest)).isEqualTo(137);
  }

  @Test
  void aFolderOfAnotherGroupIsRefused() throws IOException {
    assumeThat(TestService.isRoot()).as("root changes groups").isTrue();
    final Path work = service.work();
    Files.setAttribute(work, "unix:gid", 0);
    final Path file = Files.writeString(work.resolve("file"), "");
    Files.setAttribute(file, "unix:gid", Integer.valueOf(SystemUser.GROUP));
    assertThatThrownBy(() -> guests.folders().letRead(file))
        .hasMessageContaining(
            "guests cannot use the files of this agent: its group is " + SystemUser.GROUP);
  }

  @Test
  void aServiceWithoutNetworkSaysThatItsGuestsHaveNone() throws IOException {
    assumeThat(TestService.isRoot()).as("root changes groups").isTrue();
    assertThat(guests.sandbox().opensNetwork()).isEqualTo(hasNetwork());
    try (TestService alone = TestService.withoutNetwork()) {
      assertThat(at(alone).sandbox().opensNetwork()).isFalse();
    }
  }

  private static boolean hasNetwork() throws IOException {
    return Collections.list(NetworkInterface.getNetworkInterfaces()).stream()
        .anyMatch(each -> !each.getName().equals("lo") && isUp(each));
  }

  private static boolean isUp(NetworkInterface each) {
    try {
      return each.isUp();
    } catch (SocketException e) {
      return false;
    }
  }

  @Test
  void whatCannotBeStartedIsRefusedWithTheReason() throws IOException {
    final String said = Tools.run(PATIENCE, List.of("sh", "-c", "ls -A " + service.work())).strip();
    assertThat(said).isEmpty();
    assertThatThrownBy(() ->
            guests.start(
                new GuestSpec(
                    List.of("/no/such/program"),
                    Map.of(),
                    service.work().resolve("none"),
                    new GuestLimits(1, 1L << 30))))
        .isInstanceOf(IOException.class);
  }
}
