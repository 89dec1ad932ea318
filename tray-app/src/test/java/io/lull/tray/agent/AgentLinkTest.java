package io.lull.tray.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.client.ClientFailure;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.wire.OwnerRequest;
import io.lull.protocol.wire.OwnerStatusRequest;
import io.lull.testkit.time.Eventually;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentLinkTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration BEAT = Duration.ofMillis(100);

  /** Ten times as fast as it lives; a beat may be late by nine others on a busy machine. */
  private static final AgentLink.Pace FAST =
      new AgentLink.Pace(Duration.ofMillis(200), Duration.ofSeconds(1), Duration.ofMillis(50));

  @TempDir Path folder;
  private final List<AgentState> told = new CopyOnWriteArrayList<>();
  private AgentLink link = new AgentLink(Path.of("nowhere"), FAST, SystemClock.INSTANCE);

  private void follow() {
    link = new AgentLink(folder, FAST, SystemClock.INSTANCE);
    link.watch(told::add);
    link.start();
  }

  @AfterEach
  void end() {
    link.close();
  }

  private void until(String what, Predicate<AgentState> holds) {
    Eventually.await(what, PATIENCE, () -> holds.test(told.getLast()));
  }

  private static Predicate<AgentState> state(String name) {
    return state ->
        state instanceof AgentState.Present present
            && present.status().getStatus().getState().equals(name);
  }

  @Test
  void hearsOfEveryChange() throws IOException {
    try (FakeAgent agent = new FakeAgent(folder, BEAT)) {
      follow();
      until("the agent is present", state("owner"));
      agent.become("available");
      until("it is available", state("available"));
      assertThat(told.getFirst()).isEqualTo(new AgentState.Looking());
      assertThat(told).hasSize(3);
    }
  }

  @Test
  void saysThatNoAgentRunsAndFindsOneThatIsStarted() throws IOException {
    follow();
    until("none is there", new AgentState.Absent(folder.toString())::equals);
    try (FakeAgent _ = new FakeAgent(folder, BEAT)) {
      until("it is found", state("owner"));
    }
    until("it is gone", new AgentState.Absent(folder.toString())::equals);
    try (FakeAgent again = new FakeAgent(folder, BEAT)) {
      again.become("running");
      until("the next one is found", state("running"));
    }
  }

  @Test
  void saysThatAFrozenAgentDoesNotAnswerAndHearsItWhenItGoesOn() throws IOException {
    try (FakeAgent agent = new FakeAgent(folder, BEAT)) {
      follow();
      until("the agent is present", state("owner"));
      agent.freeze(true);
      until("it is silent", AgentState.Silent.class::isInstance);
      assertThat(((AgentState.Silent) told.getLast()).last().orElseThrow()).matches(state("owner"));
      agent.freeze(false);
      until("it is heard again", state("owner"));
    }
  }

  @Test
  void saysSoOfOneThatWasFrozenBeforeItWasAsked() throws IOException {
    try (FakeAgent agent = new FakeAgent(folder, BEAT)) {
      agent.freeze(true);
      follow();
      until("it is silent", AgentState.Silent.class::isInstance);
      assertThat(((AgentState.Silent) told.getLast()).last()).isEmpty();
    }
  }

  @Test
  void aQuestionToNobodyFailsWithALine() {
    follow();
    assertThatThrownBy(() -> link.ask(question()).join())
        .cause()
        .isInstanceOfSatisfying(
            ClientFailure.class,
            e -> assertThat(e.kind()).isEqualTo(ClientFailure.Kind.UNREACHABLE));
  }

  @Test
  void aQuestionToAFrozenAgentFailsInTime() throws IOException {
    try (FakeAgent agent = new FakeAgent(folder, BEAT)) {
      agent.freeze(true);
      follow();
      assertThatThrownBy(() -> link.ask(question()).join())
          .cause()
          .hasMessageContaining("is not responding");
    }
  }

  @Test
  void aQuestionIsAnsweredWhileItFollows() throws IOException {
    try (FakeAgent _ = new FakeAgent(folder, BEAT)) {
      follow();
      until("the agent is present", state("owner"));
      assertThat(link.ask(question()).join().getStatus().getNode()).isEqualTo("alpha");
    }
  }

  private static OwnerRequest question() {
    return OwnerRequest.newBuilder().setStatus(OwnerStatusRequest.getDefaultInstance()).build();
  }
}
