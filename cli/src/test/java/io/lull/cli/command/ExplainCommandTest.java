package io.lull.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lull.protocol.wire.CandidateView;
import io.lull.protocol.wire.DecisionView;
import io.lull.testkit.grid.FakeGrid;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExplainCommandTest {
  @TempDir private Path folder = Path.of("");

  private FakeGrid grid;
  private Terminal terminal;

  @BeforeEach
  void start() throws IOException {
    grid = new FakeGrid("explanations");
    terminal = new Terminal(grid, folder);
  }

  @AfterEach
  void stop() {
    grid.close();
  }

  @Test
  void showsWhatWasDecidedAboutAJob() throws IOException {
    grid.decisions =
        List.of(
            DecisionView.newBuilder()
                .setAt(1_767_225_600_000L)
                .setTrigger("opportunity")
                .setChosen("none")
                .setWhy("stayed: adding ws5 would cost 4 s")
                .addCandidates(
                    CandidateView.newBuilder()
                        .setMethod("add")
                        .addNodes("ws5")
                        .setLeadMillis(3_000)
                        .setDowntimeMillis(250)
                        .setDowntimeLowMillis(100)
                        .setDowntimeHighMillis(600)
                        .setBenefitMillis(-4_000)
                        .setLowMillis(-6_000)
                        .setHighMillis(-2_000))
                .build(),
            DecisionView.newBuilder()
                .setTrigger("owner")
                .setChosen("remove")
                .addCandidates(CandidateView.newBuilder().setMethod("remove"))
                .setLeadMillis(900)
                .setDowntimeMillis(40)
                .build());
    final JsonNode decisions = json("explain J7 --json").get("decisions");
    final JsonNode stayed = decisions.get(0);
    assertThat(stayed.get("at").textValue()).isEqualTo("2026-01-01T00:00:00Z");
    assertThat(stayed.get("trigger").textValue()).isEqualTo("opportunity");
    assertThat(stayed.get("chosen").textValue()).isEqualTo("none");
    assertThat(stayed.get("why").textValue()).startsWith("stayed");
    final JsonNode candidate = stayed.get("candidates").get(0);
    assertThat(candidate.get("method").textValue()).isEqualTo("add");
    assertThat(candidate.get("nodes").get(0).textValue()).isEqualTo("ws5");
    assertThat(candidate.get("leadMs").doubleValue()).isEqualTo(3_000);
    assertThat(candidate.get("downtimeMs").doubleValue()).isEqualTo(250);
    assertThat(candidate.get("downtimeP10Ms").doubleValue()).isEqualTo(100);
    assertThat(candidate.get("downtimeP90Ms").doubleValue()).isEqualTo(600);
    assertThat(candidate.get("benefitMs").doubleValue()).isEqualTo(-4_000);
    assertThat(candidate.get("p10Ms").doubleValue()).isEqualTo(-6_000);
    assertThat(candidate.get("p90Ms").doubleValue()).isEqualTo(-2_000);
    assertThat(stayed.get("actual").get("leadMs").isNull()).isTrue();
    final JsonNode left = decisions.get(1);
    assertThat(left.get("actual").get("leadMs").doubleValue()).isEqualTo(900);
    assertThat(left.get("actual").get("downtimeMs").doubleValue()).isEqualTo(40);
    assertThat(left.get("actual").get("benefitMs").isNull()).isTrue();
    assertThat(left.get("candidates").get(0).get("benefitMs").isNull())
        .as("there was no choice")
        .isTrue();
    assertThat(json("explain ada --json").has("decisions")).isFalse();
  }

  private JsonNode json(String command) throws IOException {
    terminal.type(command);
    assertThat(terminal.code()).as(terminal.err()).isZero();
    return new ObjectMapper().readTree(terminal.out());
  }
}
