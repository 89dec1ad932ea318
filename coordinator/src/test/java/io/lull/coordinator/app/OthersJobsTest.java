package io.lull.coordinator.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.ServiceDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.lull.protocol.transport.Identity;
import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.FileHead;
import io.lull.protocol.wire.FileRequest;
import io.lull.protocol.wire.FilesGrpc;
import io.lull.protocol.wire.GridGrpc;
import io.lull.protocol.wire.JobControlGrpc;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.ListJobsRequest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What one user's job is to all others: nothing but that it is there, and where. */
class OthersJobsTest {
  private static final long PATIENCE_SECONDS = 20;

  @TempDir private Path folder;
  private Rig rig;
  private Identity admin;
  private ManagedChannel ada;
  private ManagedChannel bob;
  private Blob input = Blob.getDefaultInstance();
  private String job = "";

  @BeforeEach
  void start() throws Exception {
    rig = new Rig(folder);
    admin = rig.administrator();
    ada = rig.channel(rig.enrol(rig.token(admin, "user"), "ada").identity());
    bob = rig.channel(rig.enrol(rig.token(admin, "user"), "bob").identity());
    input = Rig.put(ada, FileHead.newBuilder().setName("secret.csv").build(), new byte[] {1, 2});
    job =
        Rig.grid(ada)
            .submit(Rig.JACOBI.toBuilder().setName("a secret").addInputs(input).build())
            .getJob();
  }

  @AfterEach
  void stop() {
    rig.close();
  }

  /** Every method whose request names a job, so that none is forgotten that is added later. */
  private static List<MethodDescriptor<?, ?>> aboutOneJob() {
    final List<MethodDescriptor<?, ?>> methods = new ArrayList<>();
    for (final ServiceDescriptor service :
        List.of(
            GridGrpc.getServiceDescriptor(),
            FilesGrpc.getServiceDescriptor(),
            JobControlGrpc.getServiceDescriptor())) {
      for (final MethodDescriptor<?, ?> method : service.getMethods()) {
        if (method.getType().clientSendsOneMessage()
            && prototype(method).getDescriptorForType().findFieldByName("job") != null) {
          methods.add(method);
        }
      }
    }
    return methods;
  }

  private static Message prototype(MethodDescriptor<?, ?> method) {
    return (Message)
        Objects.requireNonNull(
            ((MethodDescriptor.PrototypeMarshaller<?>) method.getRequestMarshaller())
                .getMessagePrototype());
  }

  @SuppressWarnings("unchecked") // Its own prototype is what a method takes.
  private Status ask(ManagedChannel channel, MethodDescriptor<?, ?> method) {
    final Message prototype = prototype(method);
    final FieldDescriptor field = prototype.getDescriptorForType().findFieldByName("job");
    final Message request = prototype.toBuilder().setField(field, job).build();
    try {
      final Iterator<?> answers =
          ClientCalls.blockingServerStreamingCall(
              channel,
              (MethodDescriptor<Message, ?>) method,
              CallOptions.DEFAULT.withDeadlineAfter(PATIENCE_SECONDS, TimeUnit.SECONDS),
              request);
      return answers.hasNext() ? Status.OK : Status.NOT_FOUND;
    } catch (StatusRuntimeException e) {
      return e.getStatus();
    }
  }

  @Test
  void nothingThatNamesTheJobIsAnswered() {
    assertThat(aboutOneJob()).hasSizeGreaterThanOrEqualTo(13);
    for (final MethodDescriptor<?, ?> method : aboutOneJob()) {
      final Status answer = ask(bob, method);
      assertThat(answer.getCode())
          .as(method.getFullMethodName())
          .isEqualTo(Status.Code.PERMISSION_DENIED);
      assertThat(answer.getDescription()).contains("belongs to ada");
    }
  }

  @Test
  void aNodeOfTheUsersNameIsNotTheUser() throws Exception {
    final ManagedChannel node = rig.channel(rig.enrol(rig.token(admin, "node"), "ada").identity());
    for (final MethodDescriptor<?, ?> method : aboutOneJob()) {
      assertThat(ask(node, method).getCode())
          .as(method.getFullMethodName())
          .isEqualTo(Status.Code.PERMISSION_DENIED);
    }
  }

  @Test
  void theListShowsWhoHasWhichNodesAndNothingElse() {
    final JobView seen = Rig.grid(bob).listJobs(ListJobsRequest.getDefaultInstance()).getJobs(0);
    assertThat(seen.getUser()).isEqualTo("ada");
    assertThat(seen.getState()).isEqualTo("queued");
    assertThat(seen.getName()).isEmpty();
    assertThat(seen.getApp()).isEmpty();
    assertThat(Rig.grid(ada).listJobs(ListJobsRequest.getDefaultInstance()).getJobs(0).getName())
        .isEqualTo("a secret");
  }

  @Test
  void anInputIsForItsUserAndForNodesThatNeedIt() throws Exception {
    final FileRequest request = FileRequest.newBuilder().setSha256(input.getSha256()).build();
    final ManagedChannel node = rig.channel(rig.enrol(rig.token(admin, "node"), "ws1").identity());

    assertThat(Rig.get(ada, request)).containsExactly(1, 2);
    Rig.assertRefused(Status.Code.NOT_FOUND, () -> Rig.reads(bob, request));
    Rig.assertRefused(Status.Code.NOT_FOUND, () -> Rig.reads(node, request));
  }
}
