package io.lull.agent.owner;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.CodedOutputStream;
import io.lull.agent.control.ChangeCounter;
import io.lull.agent.control.ControlServer;
import io.lull.agent.control.OwnerAnswers;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.Frames;
import io.lull.protocol.transport.OwnerSocket;
import io.lull.protocol.transport.SocketPath;
import io.lull.protocol.wire.OwnerFollow;
import io.lull.protocol.wire.OwnerGet;
import io.lull.protocol.wire.OwnerHistoryRequest;
import io.lull.protocol.wire.OwnerPause;
import io.lull.protocol.wire.OwnerReply;
import io.lull.protocol.wire.OwnerRequest;
import io.lull.protocol.wire.OwnerResume;
import io.lull.protocol.wire.OwnerSet;
import io.lull.testkit.random.Fuzzer;
import io.lull.testkit.random.Seed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.SocketException;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What any program of this computer's people can ask of their agent. */
final class OwnerRequestFuzzTest {
  private static final int MAX_REFUSAL = 1_000;

  @RegisterExtension private final Seed seed = Seed.ofThisRun();
  @TempDir Path folder;
  private Rig rig;
  private ControlServer server;

  /** The agent hung up. */
  private static final class HungUp extends Exception {
    private static final long serialVersionUID = 1;
  }

  @BeforeEach
  void start() throws IOException {
    rig = new Rig(folder);
    final ChangeCounter changes = new ChangeCounter(SystemClock.INSTANCE);
    server =
        ControlServer.open(
            folder,
            new OwnerAnswers(
                rig.watch,
                rig.settings,
                new OwnerAnswers.Kept(rig.ledger, rig.pause),
                KnownDetails.ALONE,
                SystemClock.INSTANCE),
            changes,
            SystemClock.INSTANCE);
  }

  @AfterEach
  void close() throws IOException {
    server.close();
    rig.close();
  }

  @Test
  void aDamagedRequestIsAnsweredOrRefusedInOneLine() throws IOException {
    final Fuzzer.Result result =
        new Fuzzer(seed, "request of an owner")
            .messages(
                OwnerRequest.newBuilder()
                    .setPause(OwnerPause.newBuilder().setMillis(60_000))
                    .build(),
                OwnerRequest.newBuilder().setResume(OwnerResume.getDefaultInstance()).build(),
                set("idle-after", "10m"),
                set("schedule", "mon-fri 18:00-08:00, sat-sun"),
                set("welcome", "ada, bob"),
                OwnerRequest.newBuilder().setGet(OwnerGet.newBuilder().setKey("grace")).build(),
                OwnerRequest.newBuilder()
                    .setFollow(OwnerFollow.newBuilder().setBeatMillis(1000))
                    .build(),
                OwnerRequest.newBuilder()
                    .setHistory(
                        OwnerHistoryRequest.newBuilder()
                            .setFromEpochMillis(1)
                            .setUntilEpochMillis(Long.MAX_VALUE))
                    .build())
            .refusals(HungUp.class)
            .run(this::asked);
    assertThat(result.accepted()).isPositive();
    // The last of them left an agent that answers, and settings that can be read.
    try (OwnerSocket socket = OwnerSocket.connect(folder)) {
      assertThat(
              socket.ask(OwnerRequest.newBuilder().setGet(OwnerGet.getDefaultInstance()).build()))
          .matches(reply -> reply.getRefused().isEmpty() && reply.getSettingsCount() > 10);
    }
  }

  private void asked(byte[] request) throws IOException, HungUp {
    final ByteArrayOutputStream frame = new ByteArrayOutputStream();
    final CodedOutputStream length = CodedOutputStream.newInstance(frame);
    length.writeUInt32NoTag(request.length);
    length.flush();
    frame.write(request);
    try (SocketPath path = SocketPath.of(folder.resolve(OwnerSocket.FILE));
        SocketChannel channel = SocketChannel.open(path.address())) {
      send(channel, frame.toByteArray());
      final OwnerReply reply = answer(channel);
      assertThat(reply.getRefused()).hasSizeLessThan(MAX_REFUSAL).doesNotContain("\n", "\u001b");
    }
  }

  private static OwnerReply answer(SocketChannel channel) throws IOException, HungUp {
    try {
      final @Nullable OwnerReply reply =
          Frames.read(Channels.newInputStream(channel), OwnerReply.parser());
      if (reply != null) {
        return reply;
      }
    } catch (SocketException e) {
      // It has not read all that was sent.
    }
    throw new HungUp();
  }

  private static void send(SocketChannel channel, byte[] bytes) {
    try {
      Channels.newOutputStream(channel).write(bytes);
      channel.shutdownOutput();
    } catch (IOException e) {
      // The agent hangs up on what is too long before it has read all of it.
    }
  }

  /** It is only checked: what is set is forced to the disk each time. */
  private static OwnerRequest set(String key, String value) {
    return OwnerRequest.newBuilder()
        .setSet(OwnerSet.newBuilder().setKey(key).setValue(value).setCheck(true))
        .build();
  }
}
