package io.lull.coordinator.notice;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.lull.coordinator.core.leadership.LeaderLease;
import io.lull.coordinator.core.store.NoticeStore;
import io.lull.coordinator.core.store.RecordMaps;
import io.lull.coordinator.store.SharedRecordMaps;
import io.lull.protocol.model.Webhooks;
import io.lull.protocol.records.NoticeRecord;
import io.lull.protocol.time.SystemClock;
import io.lull.testkit.random.Seed;
import io.lull.testkit.time.Eventually;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Each notice gets to where it is wanted, whatever is there. */
class WebhookSenderTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final SharedRecordMaps maps = new SharedRecordMaps();
  private final NoticeStore store = new NoticeStore(maps);
  @RegisterExtension final Seed seed = Seed.ofThisRun();
  private final HookServer hook = HookServer.start();
  private final AtomicInteger asked = new AtomicInteger();
  private volatile boolean leads = true;
  private WebhookSender sender;

  @BeforeEach
  void start() {
    sender = sender(Webhooks.parse(hook.place() + ",localhost:" + port()));
  }

  @AfterEach
  void stop() {
    sender.close();
    hook.close();
  }

  private String port() {
    return hook.place().substring(hook.place().indexOf(':') + 1);
  }

  private WebhookSender sender(Webhooks webhooks) {
    return new WebhookSender(
        store,
        webhooks,
        new LeaderLease() {
          @Override
          public long fence() {
            return 1;
          }

          @Override
          public boolean holds() {
            final boolean now = leads;
            asked.incrementAndGet();
            return now;
          }

          @Override
          public boolean contested() {
            return true;
          }
        },
        SystemClock.INSTANCE,
        seed.random("pauses"));
  }

  private NoticeRecord notice(String job, String event, String url) {
    return notice(job, event, url, SystemClock.INSTANCE.epochMillis());
  }

  private NoticeRecord notice(String job, String event, String url, long at) {
    final NoticeRecord notice =
        NoticeRecord.newBuilder()
            .setId("key-" + job)
            .setJob(job)
            .setEvent(event)
            .setAt(at)
            .setUrl(url)
            .setBody(ByteString.copyFromUtf8("{}"))
            .build();
    maps.map(RecordMaps.Kind.NOTICE).put(job + "/" + event, notice.toByteArray());
    return notice;
  }

  private void awaitNothingLeft() {
    Eventually.await("no notice is left", PATIENCE, () -> store.all().isEmpty());
  }

  @Test
  void whatIsTakenIsKeptNoLonger() {
    sender.take(notice("J1", "finished", hook.url("/a")));
    assertThat(hook.next().key()).isEqualTo("key-J1");
    awaitNothingLeft();
  }

  @Test
  void whatWasNotTakenIsSentAgainUnderTheSameKey() {
    hook.answers(500);
    sender.take(notice("J1", "finished", hook.url("/a")));
    assertThat(hook.next().key()).isEqualTo("key-J1");
    hook.answers(200);
    assertThat(hook.next().key()).isEqualTo("key-J1");
    awaitNothingLeft();
  }

  @Test
  void nothingIsSentToWhereAnAnswerPoints() {
    for (final int redirect : new int[] {301, 302, 307, 308}) {
      hook.answers(redirect);
      sender.take(notice("J" + redirect, "finished", hook.url("/a")));
      assertThat(hook.next().path()).isEqualTo("/a");
      awaitNothingLeft();
    }
    assertThat(hook.wasLeftAlone()).isTrue();
  }

  @Test
  void whatWillNeverBeTakenIsGivenUp() {
    hook.answers(404);
    sender.take(notice("J1", "failed", hook.url("/gone")));
    awaitNothingLeft();
    sender.take(notice("J2", "failed", "http://127.0.0.2:" + port() + "/not-allowed"));
    awaitNothingLeft();
    assertThat(hook.next().path()).isEqualTo("/gone");
    assertThat(hook.wasLeftAlone()).isTrue();
  }

  @Test
  void whatIsADayOldIsGivenUpWhenItFailsOnceMore() {
    hook.answers(500);
    sender.take(
        notice(
            "J1",
            "failed",
            hook.url("/a"),
            SystemClock.INSTANCE.epochMillis()
                - WebhookSender.TRIED_FOR.plusMinutes(1).toMillis()));
    awaitNothingLeft();
  }

  @Test
  void oneThatHangsHoldsUpNobodyElses() {
    hook.answers(HookServer.NEVER);
    sender.take(notice("J1", "finished", hook.url("/hangs")));
    assertThat(hook.next().path()).isEqualTo("/hangs");
    hook.answers(200);
    sender.take(notice("J2", "finished", "http://localhost:" + port() + "/quick"));
    assertThat(hook.next().path()).isEqualTo("/quick");
    assertThat(hook.next().key()).as("it is given up, and sent again").isEqualTo("key-J1");
    awaitNothingLeft();
  }

  @Test
  void whoDoesNotLeadSendsNothing() {
    leads = false;
    sender.take(notice("J1", "finished", hook.url("/a")));
    final NoticeRecord other = notice("J2", "finished", "http://localhost:" + port() + "/b");
    Eventually.await("it has looked whether it leads", PATIENCE, () -> asked.get() > 0);
    assertThat(hook.wasLeftAlone()).isTrue();
    leads = true;
    sender.take(other);
    assertThat(hook.next().key()).isEqualTo("key-J2");
    assertThat(hook.next().key()).isEqualTo("key-J1");
  }

  @Test
  void aStartTakesUpWhatIsLeftAndNotWhatLastsAndWasTold() {
    final NoticeRecord waits = notice("J1", "waiting", hook.url("/a"));
    sender.take(waits);
    assertThat(hook.next().key()).isEqualTo("key-J1");
    Eventually.await(
        "it is kept that it was told",
        PATIENCE,
        () -> store.all().stream().allMatch(NoticeRecord::getTold));
    final var _ = notice("J2", "finished", hook.url("/a"));
    sender.close();
    sender = sender(Webhooks.parse(hook.place()));
    sender.start();
    assertThat(hook.next().key()).isEqualTo("key-J2");
    assertThat(store.all()).anyMatch(NoticeRecord::getTold);
  }
}
