package io.lull.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import io.lull.cli.doctor.Finding.Area;
import io.lull.cli.doctor.Finding.Grade;
import io.lull.client.ClientFailure;
import io.lull.client.grid.GridClient;
import io.lull.client.login.Home;
import io.lull.coordinator.app.CoordinatorProgram;
import io.lull.coordinator.enrolment.Authority;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.HostPort;
import io.lull.protocol.wire.NodeStatus;
import io.lull.protocol.wire.OwnerSession;
import io.lull.protocol.wire.OwnerStatus;
import io.lull.protocol.wire.SourceHealth;
import io.lull.testkit.grid.FakeGrid;
import io.lull.testkit.time.VirtualClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each fault that is planted is found, with what to do; without one nothing is. */
class DoctorTest {
  private static final HostPort ADDRESS = new HostPort("grid.example.org", 7400);

  @TempDir private Path folder;
  private final VirtualClock clock = new VirtualClock();
  private FakeGrid grid;
  private Home home;

  @BeforeEach
  void logIn() throws IOException, GeneralSecurityException {
    clock.advance(Duration.ofDays(20_000));
    grid = new FakeGrid("doctor");
    grid.terms = grid.terms.toBuilder().setNow(clock.epochMillis()).build();
    home = new Home(folder.resolve("home"), folder.resolve("agent"));
    home.store(
        Authority.open(folder.resolve("authority"), clock, new SecureRandom())
            .coordinator(List.of("ada")),
        List.of(ADDRESS));
  }

  @AfterEach
  void stop() {
    grid.close();
  }

  private GridClient client() {
    return new GridClient(
        List.of(ADDRESS), _ -> grid.dial(), Duration.ZERO, SystemClock.INSTANCE, new Random(7));
  }

  private List<Finding> login(Reachability reach) {
    return new LoginExamination(home, clock, this::client, reach).examine();
  }

  private static Reachability meeting(Reachability.Obstacle obstacle) {
    return _ -> obstacle;
  }

  private static final Reachability OPEN = meeting(Reachability.Obstacle.NONE);

  private static void assertFound(
      List<Finding> findings, Grade grade, String subject, String text, String remedy) {
    assertThat(findings)
        .as("%s: %s", subject, text)
        .anySatisfy(finding -> {
          assertThat(finding.grade()).isEqualTo(grade);
          assertThat(finding.subject()).isEqualTo(subject);
          assertThat(finding.text()).contains(text);
          assertThat(finding.remedy()).contains(remedy);
        });
  }

  private static void assertAllGood(List<Finding> findings) {
    assertThat(findings).isNotEmpty().allMatch(finding -> finding.grade() == Grade.GOOD);
  }

  @Test
  void aLoginThatWorksHasNoFault() {
    assertAllGood(login(OPEN));
    assertThat(login(OPEN))
        .extracting(Finding::subject)
        .contains("clock", "network", "credentials");
  }

  @Test
  void aCertificateThatExpiredIsFound() {
    clock.advance(Duration.ofDays(4000));
    assertFound(
        login(OPEN), Grade.FAULT, "credentials", "the certificate expired at", "lull login");
  }

  @Test
  void aClockBeforeTheCertificateIsFound() {
    final List<Finding> findings =
        new LoginExamination(home, new VirtualClock(), this::client, OPEN).examine();
    assertFound(findings, Grade.FAULT, "clock", "by this computer's clock it is", "set-ntp");
  }

  @Test
  void aClockThatDiffersFromTheCoordinatorsIsFound() {
    grid.terms = grid.terms.toBuilder().setNow(clock.epochMillis() + 3_600_000).build();
    assertFound(login(OPEN), Grade.FAULT, "clock", "3600 s behind the coordinator's", "set-ntp");
    grid.terms = grid.terms.toBuilder().setNow(clock.epochMillis() - 60_000).build();
    assertFound(login(OPEN), Grade.DOUBTFUL, "clock", "60 s ahead of the coordinator's", "set-ntp");
  }

  @Test
  void aKeyThatOthersCanReadIsFound() throws IOException {
    final Path key = home.credentials().resolve("key.pem");
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));
    assertFound(login(OPEN), Grade.FAULT, "key", key.toString(), "chmod 600 " + key);
  }

  @Test
  void damagedCredentialsAreFound() throws IOException {
    Files.writeString(home.credentials().resolve("certificate.pem"), "nonsense");
    assertFound(login(OPEN), Grade.FAULT, "credentials", "damaged", "lull login");
  }

  @Test
  void aMissingLoginIsFound() {
    assertThat(
            new LoginExamination(
                    new Home(folder.resolve("nobody"), folder.resolve("agent")),
                    clock,
                    this::client,
                    OPEN)
                .applies())
        .isFalse();
    assertThat(LoginExamination.missing().remedy()).contains("lull login --coordinator HOST:PORT");
  }

  @Test
  void aNameThatIsUnknownIsFound() {
    final HostPort unknown = new HostPort("no-such-host.invalid", 7400);
    assertThat(Reachability.byTcp(unknown)).isEqualTo(Reachability.Obstacle.NAME_UNKNOWN);
    assertFound(
        new Addresses(Area.LOGIN, Reachability::byTcp).examine(List.of(unknown)),
        Grade.FAULT,
        "network",
        "the name in no-such-host.invalid:7400 is unknown",
        "DNS");
  }

  @Test
  void aClosedPortIsFound() throws IOException {
    final HostPort closed;
    try (ServerSocket open = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      closed = new HostPort("127.0.0.1", open.getLocalPort());
      assertThat(Reachability.byTcp(closed)).isEqualTo(Reachability.Obstacle.NONE);
    }
    assertFound(
        new Addresses(Area.LOGIN, Reachability::byTcp).examine(List.of(closed)),
        Grade.FAULT,
        "network",
        "nothing listens at " + closed,
        "systemctl status lull-coordinator");
  }

  @Test
  void aFirewallIsFound() {
    assertFound(
        login(meeting(Reachability.Obstacle.SILENT)),
        Grade.FAULT,
        "network",
        ADDRESS + " does not respond within",
        "firewall");
  }

  @Test
  void oneOfSeveralCoordinatorsIsEnough() {
    final HostPort second = new HostPort("second.example.org", 7400);
    final List<Finding> findings =
        new Addresses(
                Area.LOGIN,
                address ->
                    address.equals(second)
                        ? Reachability.Obstacle.REFUSED
                        : Reachability.Obstacle.NONE)
            .examine(List.of(ADDRESS, second));
    assertAllGood(findings);
    assertThat(findings.getLast().text()).isEqualTo(second + " may be standing by");
  }

  @Test
  void aCertificateThatWasRevokedIsFound() {
    grid.failure = Status.PERMISSION_DENIED.withDescription("this certificate was revoked by root");
    assertFound(login(OPEN), Grade.FAULT, "coordinator", "revoked by root", "lull login");
  }

  @Test
  void somethingElseAtThePortIsFound() {
    grid.failure = Status.UNAVAILABLE.withDescription("not a coordinator");
    assertFound(login(OPEN), Grade.FAULT, "coordinator", "not a coordinator", "what listens there");
  }

  private static OwnerStatus.Builder healthy() {
    return OwnerStatus.newBuilder()
        .setNode("ws1")
        .setConnected(true)
        .setCoordinator(ADDRESS.toString())
        .setKind("away")
        .setStatus(
            NodeStatus.newBuilder()
                .setReason("no input for 9 m")
                .setIsolation("bubblewrap: no home"))
        .addSources(SourceHealth.newBuilder().setName("x11 :0").setWorking(true))
        .addSessions(OwnerSession.newBuilder().setUser("eve").setKind("x11").addSeenBy("x11 :0"));
  }

  private List<Finding> agent(OwnerStatus.Builder status, Reachability reach) throws IOException {
    return new AgentExamination(
            Files.createDirectories(folder.resolve("agent")),
            folder.resolve("agent.conf"),
            status::build,
            reach)
        .examine();
  }

  @Test
  void anAgentThatWorksHasNoFault() throws IOException {
    assertAllGood(agent(healthy(), OPEN));
  }

  @Test
  void anAgentThatDoesNotRunIsFound() {
    final AgentExamination examination =
        new AgentExamination(
            folder.resolve("agent"),
            folder.resolve("home"),
            () -> {
              throw new ClientFailure(
                  ClientFailure.Kind.UNREACHABLE, "no agent responds in " + folder);
            },
            OPEN);
    assertThat(examination.applies()).as("it is configured").isTrue();
    assertFound(
        examination.examine(),
        Grade.FAULT,
        "agent",
        "no agent responds",
        "systemctl status lull-agent");
  }

  @Test
  void anAgentOfAnotherUserIsNoFault() {
    final List<Finding> findings =
        new AgentExamination(
                folder,
                folder.resolve("agent.conf"),
                () -> {
                  throw new ClientFailure(ClientFailure.Kind.NOT_ALLOWED, "another user's");
                },
                OPEN)
            .examine();
    assertFound(findings, Grade.DOUBTFUL, "agent", "belongs to another user", "as root");
  }

  @Test
  void anAgentWithoutACoordinatorIsFoundWithTheCause() throws IOException {
    final List<Finding> findings =
        agent(healthy().setConnected(false), meeting(Reachability.Obstacle.NAME_UNKNOWN));
    assertFound(findings, Grade.FAULT, "coordinator", "not connected", "the agent's log");
    assertFound(findings, Grade.FAULT, "network", "is unknown on this computer", "DNS");
  }

  @Test
  void aSandboxThatDoesNotWorkIsFound() throws IOException {
    final OwnerStatus.Builder status = healthy().setKind("unconfined");
    status
        .getStatusBuilder()
        .setReason("guests cannot be confined here: bubblewrap is not installed");
    assertFound(
        agent(status, OPEN),
        Grade.FAULT,
        "sandbox",
        "bubblewrap is not installed",
        "apt install bubblewrap");
  }

  @Test
  void anOwnerWhomNothingSeesIsFound() throws IOException {
    final OwnerStatus.Builder status = healthy().clearSources().clearSessions();
    status.addSources(SourceHealth.newBuilder().setName("evdev").setDetail("permission denied"));
    status.addSessions(OwnerSession.newBuilder().setUser("eve").setKind("wayland"));
    final List<Finding> findings = agent(status, OPEN);
    assertFound(findings, Grade.FAULT, "owner", "counts as present", "lull owner status");
    assertFound(findings, Grade.DOUBTFUL, "owner", "evdev does not work: permission denied", "");
    assertFound(
        findings, Grade.FAULT, "owner", "the session of eve (wayland)", "lull session-watch");
  }

  @Test
  void whatTheAgentWarnsOfIsPassedOn() throws IOException {
    assertFound(
        agent(healthy().addWarnings("the record cannot be written"), OPEN),
        Grade.DOUBTFUL,
        "agent",
        "the record cannot be written",
        "log");
  }

  @Test
  void aFullDiskIsFound() {
    assertThat(DiskSpace.of(Area.AGENT, folder, 5L << 20))
        .returns(Grade.FAULT, Finding::grade)
        .returns("free some space", Finding::remedy);
    assertThat(DiskSpace.of(Area.AGENT, folder, 500L << 20).grade()).isEqualTo(Grade.DOUBTFUL);
    assertThat(DiskSpace.of(Area.AGENT, folder, 50L << 30).grade()).isEqualTo(Grade.GOOD);
  }

  private List<Finding> coordinator(Path data, @Nullable String store, Reachability reach) {
    return new CoordinatorExamination(data, store, CoordinatorProgram::obstacleOf, clock, reach)
        .examine();
  }

  @Test
  void aCoordinatorThatDoesNotRunIsFound() throws IOException {
    final Path data = Files.createDirectory(folder.resolve("data"));
    Files.createFile(data.resolve("lock"));
    assertFound(
        coordinator(data, null, OPEN),
        Grade.FAULT,
        "process",
        "no coordinator runs with " + data,
        "systemctl status lull-coordinator");
  }

  @Test
  void aCoordinatorWhosePortIsDeadIsFound() throws IOException {
    final Path data = Files.createDirectory(folder.resolve("data"));
    Files.writeString(data.resolve("address"), "0.0.0.0:7400\n");
    try (FileChannel lock =
        FileChannel.open(
            data.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      assertThat(lock.tryLock()).isNotNull();
      assertFound(
          coordinator(data, null, meeting(Reachability.Obstacle.SILENT)),
          Grade.FAULT,
          "port",
          "nothing responds at 127.0.0.1:7400",
          "see its log");
      assertThat(coordinator(data, null, OPEN))
          .extracting(Finding::text)
          .contains("it runs", "it listens at 127.0.0.1:7400");
    }
  }

  @Test
  void aStoreThatIsDownIsFound() throws IOException {
    final Path data = Files.createDirectory(folder.resolve("data"));
    final int closed;
    try (ServerSocket open = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      closed = open.getLocalPort();
    }
    assertFound(
        coordinator(data, "jdbc:postgresql://127.0.0.1:" + closed + "/grid", OPEN),
        Grade.FAULT,
        "store",
        "the database 127.0.0.1:" + closed + "/grid cannot be opened",
        "start the database");
  }

  @Test
  void anAuthorityThatIsDamagedIsFound() throws IOException {
    final Path data = Files.createDirectory(folder.resolve("data"));
    Files.createDirectory(data.resolve("authority"));
    assertFound(coordinator(data, null, OPEN), Grade.FAULT, "credentials", "incomplete", "backup");
  }
}
