package io.lull.agent.watcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.transport.Frames;
import io.lull.protocol.wire.FromSession;
import io.lull.protocol.wire.SessionActivity;
import io.lull.protocol.wire.SessionEngaged;
import io.lull.protocol.wire.SessionHello;
import io.lull.protocol.wire.SessionWorking;
import io.lull.testkit.random.Fuzzer;
import io.lull.testkit.random.Seed;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a session's program says to the agent of the machine, whoever wrote it. */
final class WatcherFuzzTest {
  private static final int MAX_TEXT = 200;

  @RegisterExtension private final Seed seed = Seed.ofThisRun();

  @Test
  void aDamagedConversationIsEndedOrUnderstood() throws IOException {
    final ByteArrayOutputStream said = new ByteArrayOutputStream();
    say(said, FromSession.newBuilder().setHello(SessionHello.newBuilder().setKind("x11")));
    say(
        said,
        FromSession.newBuilder()
            .setWorking(SessionWorking.newBuilder().setSource("x11").setSeesInput(true)));
    say(
        said,
        FromSession.newBuilder()
            .setActivity(SessionActivity.newBuilder().setSource("x11").setKind(1)));
    say(
        said,
        FromSession.newBuilder()
            .setEngaged(SessionEngaged.newBuilder().setSource("x11").setHow(1).setBy("video")));

    final Fuzzer.Result result =
        new Fuzzer(seed, "conversation of a session")
            .samples(said.toByteArray())
            .refusals(IOException.class)
            .run(WatcherFuzzTest::converse);
    assertThat(result.accepted()).isPositive();
  }

  private static void say(ByteArrayOutputStream out, FromSession.Builder message)
      throws IOException {
    Frames.write(out, message.build());
  }

  private static void converse(byte[] input) throws IOException {
    final Watcher watcher =
        new Watcher(WatcherIdentity.ofUser("ada"), new KnownSessions(), Optional.empty(), 0);
    final ByteArrayInputStream in = new ByteArrayInputStream(input);
    long now = 0;
    @Nullable FromSession message = Frames.read(in, FromSession.parser());
    while (message != null) {
      now += Duration.ofSeconds(1).toNanos();
      if (watcher.on(message, now) instanceof Watcher.Outcome.Refused(String why)) {
        assertThat(why).hasSizeLessThan(MAX_TEXT).doesNotContain("\n", "\u001b");
      }
      assertThat(watcher.label()).hasSizeLessThan(MAX_TEXT).doesNotContain("\n", "\u001b");
      message = Frames.read(in, FromSession.parser());
    }
  }
}
