package io.lull.coordinator.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.lull.protocol.transport.HostPort;
import io.lull.protocol.transport.Identity;
import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.FileHead;
import io.lull.protocol.wire.FilePart;
import io.lull.protocol.wire.FileRequest;
import io.lull.protocol.wire.FilesGrpc;
import io.lull.protocol.wire.GridGrpc;
import io.lull.protocol.wire.JobRequest;
import io.lull.protocol.wire.ListJobsRequest;
import io.lull.protocol.wire.ListNodesRequest;
import io.lull.protocol.wire.Parameter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a user can do who has a certificate and means ill: hinder themselves. */
@Tag("hostile")
class HostileUsersTest {
  private static final int ROUNDS = 5;
  private static final int MANY = 300;
  private static final long PATIENCE_SECONDS = 30;

  /** All buffers on the way have to be full before. */
  private static final Duration CUT_OFF_WITHIN = Duration.ofMinutes(1);

  @TempDir private Path folder;
  private Rig rig;
  private Identity bad;
  private GoodPeople good;
  private final AtomicBoolean going = new AtomicBoolean(true);
  private final List<RawClient> clients = new ArrayList<>();
  private final BlockingQueue<Status> ends = new LinkedBlockingQueue<>();

  @BeforeEach
  void start() throws Exception {
    rig = new Rig(folder);
    final Identity admin = rig.administrator();
    good = GoodPeople.of(rig, admin);
    bad = rig.enrol(rig.token(admin, "user"), "bad").identity();
  }

  @AfterEach
  void stop() throws IOException {
    going.set(false);
    try {
      GoodPeople.assertMemoryIsBounded();
    } finally {
      for (final RawClient client : clients) {
        client.close();
      }
      rig.close();
    }
  }

  /** Says the same again and again, on a connection and thread of its own, until it is cut off. */
  private record Flood(RawClient client, Thread thread) {}

  private Flood flood(byte[] frames) throws Exception {
    final HostPort door = rig.coordinator().address();
    final RawClient client = RawClient.http2(door, "127.0.0.2", bad, true);
    clients.add(client);
    final Thread thread =
        Thread.ofVirtual()
            .start(() -> {
              try {
                while (going.get()) {
                  client.write(frames);
                }
              } catch (IOException e) {
                // It was cut off.
              }
            });
    return new Flood(client, thread);
  }

  private static byte[] times(int count, byte[] frame) {
    final ByteBuffer all = ByteBuffer.allocate(count * frame.length);
    IntStream.range(0, count).forEach(_ -> all.put(frame));
    return all.array();
  }

  @Test
  void floodsOfFramesDoNotReachTheOthers() throws Exception {
    final Flood pings = flood(times(100, RawClient.framed(RawClient.PING, 0, 0, new byte[8])));
    final Flood settings =
        flood(times(100, RawClient.framed(RawClient.SETTINGS, 0, 0, new byte[0])));
    settings.client().drain();
    for (int i = 0; i < ROUNDS; i++) {
      good.areAnswered();
    }
    assertThat(pings.client().isCutOff()).isTrue();
  }

  @Test
  void settingsWhoseAnswersAreNotReadAreCutOff() throws Exception {
    final Flood settings =
        flood(times(100, RawClient.framed(RawClient.SETTINGS, 0, 0, new byte[0])));
    for (int i = 0; i < ROUNDS; i++) {
      good.areAnswered();
    }
    assertThat(settings.thread().join(CUT_OFF_WITHIN)).isTrue();
  }

  @Test
  void callsThatAreTakenBackAtOnceAreCutOff() throws Exception {
    final RawClient resets = RawClient.http2(rig.coordinator().address(), "127.0.0.2", bad, true);
    clients.add(resets);
    final byte[] headers = RawClient.headers(GridGrpc.getListNodesMethod().getFullMethodName());
    Thread.ofVirtual()
        .start(() -> {
          try {
            for (int stream = 1; going.get(); stream += 2) {
              resets.frame(RawClient.HEADERS, RawClient.END_HEADERS, stream, headers);
              resets.frame(RawClient.RST_STREAM, 0, stream, new byte[] {0, 0, 0, 8});
            }
          } catch (IOException e) {
            // It was cut off.
          }
        });
    for (int i = 0; i < ROUNDS; i++) {
      good.areAnswered();
    }
    assertThat(resets.isCutOff()).isTrue();
  }

  @Test
  void aFloodOfCallsIsRefusedInOneLine() throws Exception {
    final ManagedChannel channel = rig.channel(bad);
    final List<Thread> floods = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      floods.add(
          Thread.ofVirtual()
              .start(() -> {
                while (going.get()) {
                  try {
                    final var _ =
                        Rig.grid(channel).listNodes(ListNodesRequest.getDefaultInstance());
                  } catch (StatusRuntimeException e) {
                    if (ends.size() < MANY) {
                      ends.add(e.getStatus());
                    }
                  }
                }
              }));
    }
    for (int i = 0; i < ROUNDS; i++) {
      good.areAnswered();
    }
    final Status refused = ends.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    going.set(false);
    for (final Thread flood : floods) {
      flood.join();
    }
    assertThat(refused).isNotNull();
    assertThat(refused.getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
    assertThat(refused.getDescription())
        .isEqualTo("bad exceeds the rate limit: try again in a few seconds");
  }

  @Test
  void connectionsWithoutEndAreRefusedInOneLine() throws Exception {
    final List<Status> refusals = new ArrayList<>();
    for (int i = 0; i < 140; i++) {
      try {
        final var _ = Rig.grid(rig.channel(bad)).listNodes(ListNodesRequest.getDefaultInstance());
      } catch (StatusRuntimeException e) {
        refusals.add(e.getStatus());
      }
    }
    assertThat(refusals)
        .hasSize(12)
        .allSatisfy(refusal -> {
          assertThat(refusal.getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
          assertThat(refusal.getDescription()).contains("bad has over 128 connections open");
        });
    good.areAnswered();
  }

  /** Makes a call and never reads what is answered. */
  private <Q, P> ClientCall<Q, P> unread(
      ManagedChannel channel, MethodDescriptor<Q, P> method, Q request) {
    final ClientCall<Q, P> call = channel.newCall(method, CallOptions.DEFAULT);
    call.start(
        new ClientCall.Listener<>() {
          @Override
          public void onClose(Status status, Metadata trailers) {
            ends.add(status);
          }
        },
        new Metadata());
    call.sendMessage(request);
    call.halfClose();
    return call;
  }

  @Test
  void answersAndFilesThatAreNeverReadTakeNoMoreThanTheirShare() throws Exception {
    final ManagedChannel channel = rig.narrow(bad);
    final byte[] content = new byte[8 << 20];
    final Blob blob = Rig.put(channel, FileHead.newBuilder().setName("in").build(), content);
    final String job =
        Rig.grid(channel).submit(Rig.JACOBI.toBuilder().addInputs(blob).build()).getJob();
    final List<ClientCall<?, ?>> calls = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      calls.add(
          unread(
              channel,
              FilesGrpc.getGetMethod(),
              FileRequest.newBuilder().setSha256(blob.getSha256()).build()));
      calls.add(
          unread(
              channel, GridGrpc.getWatchJobMethod(), JobRequest.newBuilder().setJob(job).build()));
      calls.add(
          unread(channel, GridGrpc.getListJobsMethod(), ListJobsRequest.getDefaultInstance()));
    }
    for (int i = 0; i < ROUNDS; i++) {
      good.areAnswered();
    }
    GoodPeople.assertMemoryIsBounded();
    calls.forEach(call -> call.cancel("the test is over", null));
  }

  @Test
  void uploadsThatStopInTheMiddleAreFewAndEnd() throws Exception {
    final List<ClientCall<FilePart, Blob>> calls = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      final ClientCall<FilePart, Blob> call =
          rig.channel(bad).newCall(FilesGrpc.getPutMethod(), CallOptions.DEFAULT);
      call.start(
          new ClientCall.Listener<>() {
            @Override
            public void onClose(Status status, Metadata trailers) {
              ends.add(status);
            }
          },
          new Metadata());
      call.request(1);
      call.sendMessage(
          FilePart.newBuilder()
              .setHead(FileHead.newBuilder().setName("never").setSizeBytes(1 << 20))
              .setContent(ByteString.copyFrom(new byte[1000]))
              .build());
      calls.add(call);
    }
    final List<Status.Code> codes = new ArrayList<>();
    for (int i = 0; i < calls.size(); i++) {
      good.areAnswered();
      final Status end = ends.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
      assertThat(end).isNotNull();
      codes.add(end.getCode());
    }
    assertThat(codes).filteredOn(Status.Code.RESOURCE_EXHAUSTED::equals).hasSize(4);
    assertThat(codes).filteredOn(Status.Code.DEADLINE_EXCEEDED::equals).hasSize(16);
    try (Stream<Path> left = Files.list(folder.resolve("data/files/incoming"))) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void aMessageThatIsTooLongIsRefusedAndTheNextIsTaken() throws Exception {
    final ManagedChannel channel = rig.channel(bad);
    assertThatThrownBy(() ->
            Rig.grid(channel)
                .submit(
                    Rig.JACOBI.toBuilder()
                        .addParameters(
                            Parameter.newBuilder().setName("p").setValue("x".repeat(6 << 20)))
                        .build()))
        .isInstanceOfSatisfying(
            StatusRuntimeException.class,
            refused ->
                assertThat(refused.getStatus().getCode())
                    .isIn(Status.Code.RESOURCE_EXHAUSTED, Status.Code.CANCELLED));
    good.areAnswered();
    assertThat(Rig.grid(channel).listNodes(ListNodesRequest.getDefaultInstance())).isNotNull();
  }
}
