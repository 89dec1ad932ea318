package io.lull.coordinator.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.grpc.stub.StreamObserver;
import io.lull.coordinator.access.CallerPolicy;
import io.lull.coordinator.access.GrpcServer;
import io.lull.coordinator.audit.AuditLog;
import io.lull.coordinator.audit.InMemoryTrail;
import io.lull.coordinator.core.access.Caller;
import io.lull.coordinator.enrolment.Authority;
import io.lull.protocol.model.Role;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.HostPort;
import io.lull.protocol.transport.LiveIdentity;
import io.lull.protocol.wire.AvailabilityRequest;
import io.lull.protocol.wire.AvailabilityView;
import io.lull.protocol.wire.GridGrpc;
import io.lull.protocol.wire.JobList;
import io.lull.protocol.wire.ListJobsRequest;
import io.lull.protocol.wire.ListNodesRequest;
import io.lull.protocol.wire.NodeList;
import io.lull.testkit.random.Fuzzer;
import io.lull.testkit.random.Seed;
import io.lull.testkit.time.VirtualClock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What browsers send to the page, or who claims to be one. */
final class PageFuzzTest {
  private static final HostPort ANY_PORT = new HostPort("127.0.0.1", 0);
  private static final String HOST = "10.0.0.7";

  /** So many requests a second no browser is refused. */
  private static final Duration BETWEEN_REQUESTS = Duration.ofSeconds(1);

  private static final Caller ADA =
      new Caller("ada", Role.USER, ByteString.copyFromUtf8("key"), "127.0.0.1");

  @RegisterExtension private final Seed seed = Seed.ofThisRun();
  @TempDir private Path folder;
  private final VirtualClock clock = new VirtualClock(Duration.ofDays(20_000).toMillis());
  private final AuditLog audit = new AuditLog(new InMemoryTrail(), clock);
  private final StatusSite site = new StatusSite(() -> "");
  private SignIns signIns;
  private GrpcServer grid;
  private AutoCloseable leading;

  /** The browser was refused, by its own fault. */
  private static final class Refused extends Exception {
    private static final long serialVersionUID = 1;
  }

  /** A grid without nodes and jobs. */
  private static final class Empty extends GridGrpc.GridImplBase {
    private static <T> void answer(StreamObserver<T> reply, T value) {
      reply.onNext(value);
      reply.onCompleted();
    }

    @Override
    public void listNodes(ListNodesRequest request, StreamObserver<NodeList> reply) {
      answer(reply, NodeList.getDefaultInstance());
    }

    @Override
    public void listJobs(ListJobsRequest request, StreamObserver<JobList> reply) {
      answer(reply, JobList.getDefaultInstance());
    }

    @Override
    public void getAvailability(
        AvailabilityRequest request, StreamObserver<AvailabilityView> reply) {
      answer(reply, AvailabilityView.getDefaultInstance());
    }
  }

  @BeforeEach
  void open() throws Exception {
    audit.start();
    final Authority authority = Authority.open(folder, SystemClock.INSTANCE, new SecureRandom());
    signIns =
        new SignIns(_ -> Optional.empty(), CallerPolicy.NONE, audit, clock, new SecureRandom());
    grid =
        GrpcServer.open(
            ANY_PORT,
            new LiveIdentity(authority.coordinator(List.of("127.0.0.1"))),
            List.of(new Empty()),
            CallerPolicy.NONE,
            clock);
    leading = site.leads(signIns, grid.within(), clock, ZoneOffset.UTC);
  }

  @AfterEach
  void close() throws Exception {
    leading.close();
    grid.close();
    audit.close();
  }

  @Test
  void aDamagedRequestIsAnsweredOrRefused() {
    final String cookie =
        "cookie: a=b; "
            + PageApi.COOKIE
            + "="
            + signIns.signIn(signIns.link(ADA, "").ticket(), HOST).orElseThrow().cookie();
    final String ticket = signIns.link(ADA, "").ticket();
    final Fuzzer.Result result =
        new Fuzzer(seed, "request of a browser")
            .samples(
                written("GET /", "accept-language: de-AT,de;q=0.9", "if-none-match: \"x\""),
                written("HEAD /page.js"),
                written("GET /api/now", cookie),
                written("GET /api/jobs ended=1", cookie),
                written("GET /api/availability from=1000 until=9000 bucket=60000", cookie),
                written("GET /api/week", cookie, "sec-fetch-site: same-origin"),
                written("POST /api/sign-in", "origin: https://x", "host: x", "", ticket),
                written("POST /api/sign-out", "cookie: " + PageApi.COOKIE + "=unknown"))
            .refusals(Refused.class)
            .run(this::ask);
    assertThat(result.accepted()).isPositive();
  }

  private static byte[] written(String... lines) {
    return String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
  }

  private void ask(byte[] written) throws Refused {
    clock.advance(BETWEEN_REQUESTS);
    final WebResponse answer = site.answer(request(new String(written, StandardCharsets.UTF_8)));
    assertThat(answer.code()).as(answer.body().toStringUtf8()).isLessThan(WebResponse.FAILED);
    assertThat(answer.headers().toString()).doesNotContain("\n", "\r");
    if (answer.code() >= WebResponse.WRONG) {
      throw new Refused();
    }
  }

  /** The method, the path and the parameters; headers; after an empty line the body. */
  private static WebRequest request(String written) {
    final String[] parts = written.split("\n\n", 2);
    final String[] lines = parts[0].split("\n", -1);
    final String[] words = lines[0].split(" ", -1);
    final Map<String, String> headers = new HashMap<>();
    for (int i = 1; i < lines.length; i++) {
      final String[] header = lines[i].split(": ", 2);
      headers.putIfAbsent(header[0].toLowerCase(Locale.ROOT), header.length > 1 ? header[1] : "");
    }
    final Map<String, String> parameters = new HashMap<>();
    for (int i = 2; i < words.length; i++) {
      final String[] parameter = words[i].split("=", 2);
      parameters.putIfAbsent(parameter[0], parameter.length > 1 ? parameter[1] : "");
    }
    return new WebRequest(
        words[0],
        words.length > 1 ? words[1] : "",
        parameters,
        headers,
        parts.length > 1 ? parts[1] : "",
        HOST,
        Optional.empty());
  }
}
