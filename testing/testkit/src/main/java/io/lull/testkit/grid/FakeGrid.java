package io.lull.testkit.grid;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.stub.StreamObserver;
import io.lull.protocol.wire.AuditEntry;
import io.lull.protocol.wire.AuditList;
import io.lull.protocol.wire.AuditRequest;
import io.lull.protocol.wire.AvailabilityRequest;
import io.lull.protocol.wire.AvailabilityView;
import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.CreateTokenReply;
import io.lull.protocol.wire.CreateTokenRequest;
import io.lull.protocol.wire.DecisionView;
import io.lull.protocol.wire.Explanation;
import io.lull.protocol.wire.FileHead;
import io.lull.protocol.wire.FilePart;
import io.lull.protocol.wire.FileRequest;
import io.lull.protocol.wire.FilesGrpc;
import io.lull.protocol.wire.GridGrpc;
import io.lull.protocol.wire.HistoryPart;
import io.lull.protocol.wire.HistoryRequest;
import io.lull.protocol.wire.JobList;
import io.lull.protocol.wire.JobRequest;
import io.lull.protocol.wire.JobSpec;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.ListJobsRequest;
import io.lull.protocol.wire.ListNodesRequest;
import io.lull.protocol.wire.ListPrioritiesRequest;
import io.lull.protocol.wire.ListRevokedRequest;
import io.lull.protocol.wire.NodeList;
import io.lull.protocol.wire.NodeRequest;
import io.lull.protocol.wire.NodeView;
import io.lull.protocol.wire.OutputList;
import io.lull.protocol.wire.PieceKeyView;
import io.lull.protocol.wire.PriorityList;
import io.lull.protocol.wire.PriorityRequest;
import io.lull.protocol.wire.ResizeRequest;
import io.lull.protocol.wire.RevocationList;
import io.lull.protocol.wire.RevocationView;
import io.lull.protocol.wire.RevokeRequest;
import io.lull.protocol.wire.SubmissionTerms;
import io.lull.protocol.wire.SubmitReply;
import io.lull.protocol.wire.TermsRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A coordinator within the test, which answers what it was told to. */
public final class FakeGrid implements AutoCloseable {
  public final Map<String, JobView> jobs = Collections.synchronizedMap(new TreeMap<>());
  public final List<NodeView> nodes = Collections.synchronizedList(new ArrayList<>());
  public final List<JobSpec> submitted = Collections.synchronizedList(new ArrayList<>());
  public final Map<String, byte[]> uploads = new ConcurrentHashMap<>();
  public final Map<String, byte[]> outputs = Collections.synchronizedMap(new TreeMap<>());
  public final List<RevocationView> revocations = Collections.synchronizedList(new ArrayList<>());
  public final List<AuditEntry> audit = Collections.synchronizedList(new ArrayList<>());

  /** What the caller may ask for. */
  public volatile SubmissionTerms terms =
      SubmissionTerms.newBuilder().setGreatestPriority(50).build();

  private final FakeLimits limits = new FakeLimits();

  /** What watches show, one list for each; after the last, the job as it is. */
  public final Deque<List<JobView>> watches = new ArrayDeque<>();

  /** Not null: every call is answered so. */
  public volatile @Nullable Status failure;

  /** It takes the next submission, and is gone before it answers. */
  public volatile boolean goesAtSubmission;

  /** What every job wrote; empty: nothing yet. */
  public volatile String log = "iterations 500\n";

  /** Of every job's checkpoints; empty: they are not encrypted. */
  public volatile byte[] pieceKey = new byte[0];

  public volatile String warning = "";

  /** Why every job is as it is; none: a line with its name, and another. */
  public volatile List<String> reasons = List.of();

  /** What was decided about every job. */
  public volatile List<DecisionView> decisions = List.of();

  /** Uploads are taken no further than their first part until it is open. */
  public volatile CountDownLatch uploadGate = new CountDownLatch(0);

  /** Of what is sent here the first bit comes as another. */
  public volatile boolean damagesUploads;

  /** Added to the content of outputs, behind the back of their hash. */
  public volatile byte[] damage = new byte[0];

  private final String name;
  private final Server server;

  public FakeGrid(String name) throws IOException {
    this.name = name;
    this.server =
        InProcessServerBuilder.forName(name)
            .addService(new Grid())
            .addService(new Files())
            .addService(new FakePage(() -> failure))
            .addService(new FakeJobControl(this, () -> failure))
            .addService(new FakeAccounting())
            .addService(limits)
            .build()
            .start();
  }

  public ManagedChannel dial() {
    return InProcessChannelBuilder.forName(name).build();
  }

  @Override
  public void close() {
    server.shutdownNow();
    try {
      server.awaitTermination(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private <T> void answer(StreamObserver<T> observer, @Nullable T reply) {
    final Status failed = failure;
    if (failed != null) {
      observer.onError(failed.asRuntimeException());
    } else if (reply == null) {
      observer.onError(
          Status.NOT_FOUND.withDescription("there is no such thing").asRuntimeException());
    } else {
      observer.onNext(reply);
      observer.onCompleted();
    }
  }

  private static String sha256(byte[] content) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  private static Blob blob(String name, byte[] content) {
    return Blob.newBuilder()
        .setName(name)
        .setSha256(sha256(content))
        .setSizeBytes(content.length)
        .build();
  }

  private final class Grid extends GridGrpc.GridImplBase {
    @Override
    public void getTerms(TermsRequest request, StreamObserver<SubmissionTerms> observer) {
      answer(observer, terms);
    }

    @Override
    public void listPriorities(
        ListPrioritiesRequest request, StreamObserver<PriorityList> observer) {
      answer(observer, limits.priorities());
    }

    @Override
    public void setPriority(PriorityRequest request, StreamObserver<PriorityList> observer) {
      answer(observer, limits.set(request));
    }

    @Override
    public void listJobs(ListJobsRequest request, StreamObserver<JobList> observer) {
      answer(observer, JobList.newBuilder().addAllJobs(jobs.values()).build());
    }

    @Override
    public void getJob(JobRequest request, StreamObserver<JobView> observer) {
      answer(observer, jobs.get(request.getJob()));
    }

    @Override
    public void getAvailability(
        AvailabilityRequest request, StreamObserver<AvailabilityView> observer) {
      answer(observer, FakePast.availability(request));
    }

    @Override
    public void exportHistory(HistoryRequest request, StreamObserver<HistoryPart> observer) {
      answer(observer, FakePast.history(request));
    }

    @Override
    public void explainJob(JobRequest request, StreamObserver<Explanation> observer) {
      final List<String> told = reasons;
      final Explanation.Builder explanation =
          told.isEmpty()
              ? explanation("job " + request.getJob()).toBuilder()
              : Explanation.newBuilder().addAllLines(told);
      answer(observer, explanation.addAllDecisions(decisions).build());
    }

    @Override
    public void explainNode(NodeRequest request, StreamObserver<Explanation> observer) {
      answer(observer, explanation("node " + request.getName()));
    }

    private static Explanation explanation(String subject) {
      return Explanation.newBuilder().addLines(subject).addLines("is as it is").build();
    }

    @Override
    public void watchJob(JobRequest request, StreamObserver<JobView> observer) {
      final List<JobView> shown = watches.poll();
      if (shown == null) {
        answer(observer, jobs.get(request.getJob()));
        return;
      }
      shown.forEach(observer::onNext);
      observer.onError(Status.UNAVAILABLE.withDescription("going down").asRuntimeException());
    }

    @Override
    public void submit(JobSpec spec, StreamObserver<SubmitReply> observer) {
      submitted.add(spec);
      if (goesAtSubmission) {
        server.shutdownNow();
        return;
      }
      answer(observer, SubmitReply.newBuilder().setJob("J1").setWarning(warning).build());
    }

    @Override
    public void resize(ResizeRequest request, StreamObserver<JobView> observer) {
      final JobView job = jobs.get(request.getJob());
      answer(
          observer,
          job == null ? null : job.toBuilder().setWantedWorkers(request.getWorkers()).build());
    }

    @Override
    public void cancel(JobRequest request, StreamObserver<JobView> observer) {
      final JobView job = jobs.get(request.getJob());
      answer(observer, job == null ? null : job.toBuilder().setState("cancelled").build());
    }

    @Override
    public void listNodes(ListNodesRequest request, StreamObserver<NodeList> observer) {
      answer(observer, NodeList.newBuilder().addAllNodes(nodes).build());
    }

    @Override
    public void getNode(NodeRequest request, StreamObserver<NodeView> observer) {
      answer(
          observer,
          nodes.stream()
              .filter(n -> n.getName().equals(request.getName()))
              .findFirst()
              .orElse(null));
    }

    @Override
    public void createToken(CreateTokenRequest request, StreamObserver<CreateTokenReply> observer) {
      answer(
          observer,
          CreateTokenReply.newBuilder()
              .setToken("lull1." + request.getRole() + "." + request.getExpiresSeconds())
              .setExpiresEpochMillis(1_000_000)
              .build());
    }

    @Override
    public void revoke(RevokeRequest request, StreamObserver<RevocationView> observer) {
      final RevocationView view =
          RevocationView.newBuilder()
              .setName(request.getName())
              .setRole(request.getRole().isEmpty() ? "node" : request.getRole())
              .setAt(1000)
              .setBy("ann")
              .build();
      revocations.add(view);
      answer(observer, view);
    }

    @Override
    public void listRevoked(ListRevokedRequest request, StreamObserver<RevocationList> observer) {
      answer(observer, RevocationList.newBuilder().addAllRevocations(revocations).build());
    }

    @Override
    public void getAudit(AuditRequest request, StreamObserver<AuditList> observer) {
      answer(observer, AuditList.newBuilder().addAllEntries(audit).build());
    }

    @Override
    public void listOutputs(JobRequest request, StreamObserver<OutputList> observer) {
      final OutputList.Builder list = OutputList.newBuilder();
      outputs.forEach((file, content) -> list.addFiles(blob(file, content)));
      answer(observer, list.build());
    }

    @Override
    public void getPieceKey(JobRequest request, StreamObserver<PieceKeyView> observer) {
      answer(observer, PieceKeyView.newBuilder().setKey(ByteString.copyFrom(pieceKey)).build());
    }

    @Override
    public void logs(JobRequest request, StreamObserver<FilePart> observer) {
      final String written = log;
      if (written.isEmpty()) {
        observer.onError(
            Status.FAILED_PRECONDITION
                .withDescription(
                    "job " + request.getJob() + " has no log yet: its workers have written nothing")
                .asRuntimeException());
        return;
      }
      answer(observer, FilePart.newBuilder().setContent(ByteString.copyFromUtf8(written)).build());
    }
  }

  private final class Files extends FilesGrpc.FilesImplBase {
    @Override
    public StreamObserver<FilePart> put(StreamObserver<Blob> observer) {
      return new StreamObserver<>() {
        private FileHead head = FileHead.getDefaultInstance();
        private final ByteArrayOutputStream content = new ByteArrayOutputStream();

        @Override
        public void onNext(FilePart part) {
          if (part.hasHead()) {
            head = part.getHead();
          } else {
            pass();
          }
          content.writeBytes(part.getContent().toByteArray());
        }

        private void pass() {
          try {
            uploadGate.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        }

        @Override
        public void onError(Throwable thrown) {}

        @Override
        public void onCompleted() {
          final byte[] came = content.toByteArray();
          if (damagesUploads && came.length > 0) {
            came[0] ^= 1;
          }
          uploads.put(head.getName(), came);
          answer(observer, blob(head.getName(), came));
        }
      };
    }

    @Override
    public void get(FileRequest request, StreamObserver<FilePart> observer) {
      final byte[] content = outputs.get(request.getName());
      if (content == null) {
        answer(observer, (FilePart) null);
        return;
      }
      observer.onNext(FilePart.newBuilder().setContent(ByteString.copyFrom(content)).build());
      answer(observer, FilePart.newBuilder().setContent(ByteString.copyFrom(damage)).build());
    }
  }
}
