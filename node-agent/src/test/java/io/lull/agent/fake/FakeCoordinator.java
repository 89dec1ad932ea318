package io.lull.agent.fake;

import com.google.protobuf.ByteString;
import io.grpc.Grpc;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import io.lull.protocol.transport.Credentials;
import io.lull.protocol.transport.HostPort;
import io.lull.protocol.transport.Identity;
import io.lull.protocol.wire.Accepted;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.AgentReport;
import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.EnrolReply;
import io.lull.protocol.wire.EnrolRequest;
import io.lull.protocol.wire.EnrolmentGrpc;
import io.lull.protocol.wire.FilePart;
import io.lull.protocol.wire.FileRequest;
import io.lull.protocol.wire.FilesGrpc;
import io.lull.protocol.wire.NodeSessionGrpc;
import io.lull.protocol.wire.Refresh;
import io.lull.protocol.wire.RenewRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Speaks as a coordinator does, over real mutual TLS, and writes down what it hears. */
public final class FakeCoordinator implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 60;

  private final Server server;
  private final TestAuthority authority;
  private final Map<String, byte[]> blobs = new ConcurrentHashMap<>();
  private final Map<String, byte[]> outputs = new ConcurrentHashMap<>();
  private final BlockingQueue<AgentReport> reports = new LinkedBlockingQueue<>();
  private volatile Accepted acceptance =
      Accepted.newBuilder().setHeartbeatMillis(1000).setLeaseMillis(60_000).build();
  private volatile boolean answering = true;
  private volatile long fence = 1;
  private volatile String goodSecret = "";
  private volatile String renewedName = "desk-1";
  private @Nullable StreamObserver<AgentOrder> agent;

  public FakeCoordinator(TestAuthority authority, Identity identity, int port) throws IOException {
    this.authority = authority;
    this.server =
        Grpc.newServerBuilderForPort(port, Credentials.server(identity, false))
            .addService(new Sessions())
            .addService(new Enrolments())
            .addService(new Blobs())
            .build()
            .start();
  }

  public static FakeCoordinator of(TestAuthority authority) throws IOException {
    return new FakeCoordinator(authority, authority.identity("c", "coordinator"), 0);
  }

  public HostPort address() {
    return new HostPort("127.0.0.1", server.getPort());
  }

  /** What a good enrolment must show. */
  public void takes(String secret) {
    goodSecret = secret;
  }

  /** Whose name is in certificates that are renewed. */
  public void renewsAs(String name) {
    renewedName = name;
  }

  public void accepts(Accepted accepted) {
    acceptance = accepted;
  }

  /** With false, a greeting is heard and not answered. */
  public void answers(boolean yes) {
    answering = yes;
  }

  public void fence(long number) {
    fence = number;
  }

  public Blob blob(String name, byte[] content) {
    final String sha256 = sha256(content);
    blobs.put(sha256, content);
    return Blob.newBuilder().setName(name).setSha256(sha256).setSizeBytes(content.length).build();
  }

  public Map<String, byte[]> outputs() {
    return outputs;
  }

  public void order(AgentOrder.Builder order) {
    say(order.setFence(fence).build());
  }

  public synchronized void say(AgentOrder order) {
    if (agent == null) {
      throw new AssertionError("no agent is connected");
    }
    agent.onNext(order);
  }

  /** Breaks the agent's connection. */
  public synchronized void hangUp() {
    if (agent != null) {
      agent.onError(Status.UNAVAILABLE.withDescription("hung up").asException());
      agent = null;
    }
  }

  /** The next report that is of interest; those before it are dropped. */
  public AgentReport hear(Predicate<AgentReport> ofInterest) {
    return hearAll(List.of(ofInterest)).getFirst();
  }

  /** One report for each interest, in whatever order they come; the others are dropped. */
  public List<AgentReport> hearAll(List<Predicate<AgentReport>> interests) {
    final AgentReport[] found = new AgentReport[interests.size()];
    final StringBuilder heard = new StringBuilder();
    final long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    try {
      while (Arrays.stream(found).anyMatch(Objects::isNull)) {
        final AgentReport report = reports.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        if (report == null) {
          throw new AssertionError("not heard in time; heard:\n" + heard);
        }
        for (int i = 0; i < found.length; i++) {
          if (found[i] == null && interests.get(i).test(report)) {
            found[i] = report;
            break;
          }
        }
        if (!report.hasStatus()) {
          heard.append(report);
        }
      }
      return List.of(found);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  public List<AgentReport> unheard() {
    return List.copyOf(reports);
  }

  @Override
  public void close() {
    server.shutdownNow();
    try {
      server.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  public static String sha256(byte[] content) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  @SuppressWarnings("ReferenceEquality") // a stream is the same or another
  private synchronized void refresh(StreamObserver<AgentOrder> orders) {
    if (orders == agent) {
      agent.onNext(
          AgentOrder.newBuilder().setFence(fence).setRefresh(Refresh.getDefaultInstance()).build());
    }
  }

  private synchronized void connected(StreamObserver<AgentOrder> orders) {
    agent = orders;
  }

  private final class Sessions extends NodeSessionGrpc.NodeSessionImplBase {
    @Override
    public StreamObserver<AgentReport> connect(StreamObserver<AgentOrder> orders) {
      return new StreamObserver<>() {
        @Override
        public void onNext(AgentReport report) {
          if (report.hasHello()) {
            connected(orders);
          }
          reports.add(report);
          if (report.hasHello() && answering) {
            order(AgentOrder.newBuilder().setAccepted(acceptance));
          } else if (report.hasStatus() && answering) {
            refresh(orders);
          }
        }

        @Override
        public void onError(Throwable failure) {}

        @Override
        public void onCompleted() {
          orders.onCompleted();
        }
      };
    }
  }

  private final class Enrolments extends EnrolmentGrpc.EnrolmentImplBase {
    @Override
    public void renew(RenewRequest request, StreamObserver<EnrolReply> answer) {
      try {
        final PublicKey key =
            KeyFactory.getInstance("EC")
                .generatePublic(new X509EncodedKeySpec(request.getPublicKeySpki().toByteArray()));
        answer.onNext(
            EnrolReply.newBuilder()
                .setCertificateDer(
                    ByteString.copyFrom(authority.sign(renewedName, "node", key).getEncoded()))
                .setRole("node")
                .setName(renewedName)
                .build());
        answer.onCompleted();
      } catch (GeneralSecurityException e) {
        answer.onError(Status.INTERNAL.withCause(e).asException());
      }
    }

    @Override
    public void enrol(EnrolRequest request, StreamObserver<EnrolReply> answer) {
      if (!request.getTokenSecret().equals(goodSecret)) {
        answer.onError(
            Status.PERMISSION_DENIED.withDescription("the token was used").asException());
        return;
      }
      try {
        answer.onNext(
            EnrolReply.newBuilder()
                .setCertificateDer(
                    ByteString.copyFrom(
                        authority
                            .sign(
                                request.getName(),
                                "node",
                                KeyFactory.getInstance("EC")
                                    .generatePublic(
                                        new X509EncodedKeySpec(
                                            request.getPublicKeySpki().toByteArray())))
                            .getEncoded()))
                .setAuthorityDer(ByteString.copyFrom(authority.certificate().getEncoded()))
                .setRole("node")
                .setName(request.getName())
                .build());
        answer.onCompleted();
      } catch (GeneralSecurityException e) {
        answer.onError(Status.INTERNAL.withCause(e).asException());
      }
    }
  }

  private final class Blobs extends FilesGrpc.FilesImplBase {
    @Override
    public void get(FileRequest request, StreamObserver<FilePart> answer) {
      final byte[] content = blobs.get(request.getSha256());
      if (content == null) {
        answer.onError(Status.NOT_FOUND.withDescription("no such file").asException());
        return;
      }
      answer.onNext(FilePart.newBuilder().setContent(ByteString.copyFrom(content)).build());
      answer.onCompleted();
    }

    @Override
    public StreamObserver<FilePart> put(StreamObserver<Blob> answer) {
      final ByteArrayOutputStream content = new ByteArrayOutputStream();
      return new StreamObserver<>() {
        private String name = "";

        @Override
        public void onNext(FilePart part) {
          if (part.hasHead()) {
            name = part.getHead().getName();
          }
          content.writeBytes(part.getContent().toByteArray());
        }

        @Override
        public void onError(Throwable failure) {}

        @Override
        public void onCompleted() {
          outputs.put(name, content.toByteArray());
          answer.onNext(
              Blob.newBuilder()
                  .setName(name)
                  .setSha256(sha256(content.toByteArray()))
                  .setSizeBytes(content.size())
                  .build());
          answer.onCompleted();
        }
      };
    }
  }
}
