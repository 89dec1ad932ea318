package io.lull.coordinator.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.coordinator.notice.HookServer;
import io.lull.protocol.model.Webhooks;
import io.lull.protocol.transport.Identity;
import io.lull.protocol.wire.JobRequest;
import io.lull.protocol.wire.JobSpec;
import io.lull.protocol.wire.Notify;
import io.lull.protocol.wire.TermsRequest;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A user's web hook is told what became of their job. */
class NotifyTest {
  @TempDir private Path folder;
  private final HookServer hook = HookServer.start();
  private Rig rig;
  private Identity admin;

  @BeforeEach
  void start() throws Exception {
    rig =
        new Rig(folder, new CoordinatorOptions.Traffic(true, Webhooks.parse(hook.place()), false));
    admin = rig.administrator();
  }

  @AfterEach
  void stop() {
    rig.close();
    hook.close();
  }

  private String submit(String url) {
    return Rig.grid(rig.channel(admin)).submit(wanting(url)).getJob();
  }

  private static JobSpec wanting(String url) {
    return Rig.JACOBI.toBuilder().setNotify(Notify.newBuilder().setUrl(url)).build();
  }

  private void cancel(String job) {
    final var _ = Rig.grid(rig.channel(admin)).cancel(JobRequest.newBuilder().setJob(job).build());
  }

  @Test
  void anEndIsToldOnce() {
    final String job = submit(hook.url("/jobs?secret=s3"));
    cancel(job);
    final HookServer.Call call = hook.next();
    assertThat(call.path()).isEqualTo("/jobs?secret=s3");
    assertThat(call.body())
        .startsWith("{\"version\":1,\"id\":\"" + call.key() + "\",\"event\":\"cancelled\"")
        .contains("\"job\":\"J1\"", "\"user\":\"root\"", "\"state\":\"cancelled\"");
    cancel(submit(hook.url("/second")));
    assertThat(hook.next().path()).isEqualTo("/second");
  }

  @Test
  void whatALeaderCouldNotTellTheNextOneTellsUnderTheSameKey() throws Exception {
    hook.answers(500);
    cancel(submit(hook.url("/")));
    final String key = hook.next().key();
    rig.close();
    hook.drain();
    hook.answers(200);

    rig.restart();

    assertThat(hook.next().key()).isEqualTo(key);
    rig.restart();
    cancel(submit(hook.url("/after")));
    assertThat(hook.next().path()).isEqualTo("/after");
  }

  @Test
  void onlyWhereTheAdministratorAllowsIt() {
    assertThat(
            Rig.grid(rig.channel(admin))
                .getTerms(TermsRequest.getDefaultInstance())
                .getWebhooksList())
        .containsExactly(hook.place());
    assertThatThrownBy(() -> submit("http://127.0.0.1:1/secret"))
        .hasMessageContaining("INVALID_ARGUMENT")
        .hasMessageContaining("notifications may not be sent to 127.0.0.1:1: allowed are ")
        .hasMessageNotContaining("secret");
  }
}
