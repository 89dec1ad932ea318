package io.lull.coordinator.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.ManagedChannel;
import io.lull.coordinator.config.StartException;
import io.lull.coordinator.metrics.Exposition;
import io.lull.coordinator.metrics.MetricsServer;
import io.lull.protocol.transport.HostPort;
import io.lull.protocol.transport.Identity;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.AgentReport;
import io.lull.protocol.wire.NodeStatus;
import io.lull.protocol.wire.Record;
import io.lull.protocol.wire.Vacated;
import io.lull.testkit.time.Eventually;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A running coordinator, looked at over HTTP. */
class MetricsServerTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @TempDir private Path folder;
  private final HttpClient client = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
  private Rig rig;
  private MetricsServer server;

  @BeforeEach
  void start() throws StartException {
    rig = new Rig(folder);
    server = MetricsServer.open(Rig.ANY_PORT, rig.shown());
  }

  @AfterEach
  void stop() {
    server.close();
    rig.close();
    client.close();
  }

  private HttpResponse<String> ask(String method, String path)
      throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(URI.create("http://" + server.address() + path))
            .timeout(PATIENCE)
            .method(method, HttpRequest.BodyPublishers.noBody())
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private Exposition awaits(String what, Predicate<Exposition> like) {
    return Eventually.get(
        what,
        PATIENCE,
        () -> {
          try {
            final Exposition shown = Exposition.parse(ask("GET", "/metrics").body());
            return like.test(shown) ? shown : null;
          } catch (IOException e) {
            throw new AssertionError(e);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
          }
        });
  }

  @Test
  void showsWhatTheGridHasAndDoes() throws Exception {
    final Identity admin = rig.administrator();
    final ManagedChannel node = rig.channel(rig.enrol(rig.token(admin, "node"), "ws1").identity());
    final FakeAgent agent = FakeAgent.connect(node, "run-1", List.of());
    agent.awaits("Accepted", AgentOrder::hasAccepted);
    Rig.grid(rig.channel(admin)).submit(Rig.JACOBI);
    assertThatThrownBy(() ->
            Rig.grid(rig.channel(admin)).submit(Rig.JACOBI.toBuilder().setMinWorkers(9).build()))
        .hasMessageContaining("is above the maximum");
    agent.awaits("StartWorker", AgentOrder::hasStartWorker);
    agent.say(
        AgentReport.newBuilder()
            .setSequence(1)
            .setStatus(
                NodeStatus.newBuilder()
                    .setState("owner")
                    .setReclaims(Record.newBuilder().setCount(1).setLastMillis(3)))
            .build());
    agent.say(
        AgentReport.newBuilder()
            .setSequence(2)
            .setVacated(Vacated.newBuilder().setWorker("J1-w1").setMillis(700))
            .build());

    final Exposition shown =
        awaits(
            "the census of what was said",
            metrics ->
                metrics.value("lull_nodes", "state", "owner").orElse(0) == 1
                    && metrics
                            .value("lull_vacate_duration_seconds_count", "outcome", "left")
                            .orElse(0)
                        == 1);

    assertThat(shown.get("lull_leader")).isEqualTo(1);
    assertThat(shown.get("lull_agents_connected")).isEqualTo(1);
    assertThat(shown.get("lull_cores", "state", "owner")).isEqualTo(4);
    assertThat(shown.get("lull_jobs", "state", "finished")).isZero();
    assertThat(shown.get("lull_submissions_total", "outcome", "accepted")).isEqualTo(1);
    assertThat(shown.get("lull_submissions_total", "outcome", "refused")).isEqualTo(1);
    assertThat(shown.get("lull_reclaims_total")).isEqualTo(1);
    assertThat(shown.get("lull_control_lag_seconds_count")).isPositive();
    assertThat(shown.get("lull_plan_duration_seconds_count")).isPositive();
    assertThat(shown.get("lull_database_write_duration_seconds_count")).isPositive();
    assertThat(shown.get("lull_files_free_bytes")).isPositive();
    assertThat(shown.get("lull_job_turns_total", "state", "starting")).isEqualTo(1);
  }

  @Test
  void namesNobody() throws Exception {
    final Identity admin = rig.administrator();
    final ManagedChannel node = rig.channel(rig.enrol(rig.token(admin, "node"), "ws1").identity());
    FakeAgent.connect(node, "run-1", List.of()).awaits("Accepted", AgentOrder::hasAccepted);
    Rig.grid(rig.channel(admin)).submit(Rig.JACOBI);
    awaits("an agent", shown -> shown.get("lull_agents_connected") == 1);

    assertThat(ask("GET", "/metrics").body())
        .doesNotContain("ws1", "\"J1", "root", folder.toString());
  }

  @Test
  void answersInPrometheusTextFormat() throws Exception {
    final HttpResponse<String> answer = ask("GET", "/metrics");

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type"))
        .hasValue("text/plain; version=0.0.4; charset=utf-8");
    assertThat(answer.headers().firstValue("Cache-Control")).hasValue("no-store");
    assertThat(Exposition.parse(answer.body()).families())
        .containsKeys("lull_leader", "lull_plan_duration_seconds", "process_cpu_seconds_total");
  }

  @Test
  void aLeaderIsReadyAndLive() throws Exception {
    final HttpResponse<String> ready = ask("GET", "/health/ready");
    assertThat(ready.statusCode()).isEqualTo(200);
    assertThat(ready.headers().firstValue("Content-Type")).hasValue("application/json");
    assertThat(ready.body())
        .isEqualTo("{\"ready\":true,\"state\":\"leading\",\"reason\":\"it leads with fence 1\"}\n");
    assertThat(ask("GET", "/health/live").statusCode()).isEqualTo(200);
  }

  @Test
  void whoHasStoppedLeadingIsNotReadyButLive() throws Exception {
    rig.coordinator().close();

    assertThat(ask("GET", "/health/ready").statusCode()).isEqualTo(503);
    assertThat(ask("GET", "/health/live").statusCode()).isEqualTo(200);
    assertThat(Exposition.parse(ask("GET", "/metrics").body()).get("lull_leader")).isZero();
  }

  @Test
  void thereIsNothingElseToSeeAndNothingToChange() throws Exception {
    assertThat(ask("GET", "/").statusCode()).isEqualTo(404);
    assertThat(ask("GET", "/metrics/more").statusCode()).isEqualTo(404);
    final HttpResponse<String> changed = ask("POST", "/metrics");
    assertThat(changed.statusCode()).isEqualTo(405);
    assertThat(changed.headers().firstValue("Allow")).hasValue("GET, HEAD");
    final HttpResponse<String> head = ask("HEAD", "/health/live");
    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
  }

  @Test
  void whoNeverSaysWhatTheyWantIsCutOffAndKeepsNobodyElseOut() throws Exception {
    try (Socket slow = new Socket(InetAddress.getLoopbackAddress(), server.address().port())) {
      slow.setSoTimeout((int) PATIENCE.toMillis());
      slow.getOutputStream().write("GET /metrics HTTP/1.1\r\nHo".getBytes(StandardCharsets.UTF_8));

      assertThat(ask("GET", "/metrics").statusCode()).isEqualTo(200);
      assertThat(slow.getInputStream().read()).isEqualTo(-1);
    }
  }

  @Test
  void anAddressThatIsTakenIsRefusedInOneLine() {
    assertThatThrownBy(() -> MetricsServer.open(server.address(), rig.shown()))
        .isInstanceOf(StartException.class)
        .hasMessageStartingWith("metrics cannot be shown at " + server.address() + " (")
        .hasMessageContaining("Give another --metrics HOST:PORT");
    assertThatThrownBy(
            () -> MetricsServer.open(new HostPort("no-such-host.invalid", 0), rig.shown()))
        .isInstanceOf(StartException.class)
        .hasMessageContaining("'no-such-host.invalid' is unknown");
  }
}
