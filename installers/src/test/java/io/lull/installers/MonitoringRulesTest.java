package io.lull.installers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lull.testkit.process.Tools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Prometheus itself reads the alerts, and the dashboard's queries. */
class MonitoringRulesTest {
  private static final Path MONITORING = Inputs.FOLDER.resolve("monitoring");
  private static final Duration SHORT = Duration.ofMinutes(1);

  @TempDir Path folder;

  @BeforeEach
  void whatItNeeds() {
    final Optional<String> missing = Tools.missing("promtool");
    assumeTrue(missing.isEmpty(), () -> missing.orElse(""));
  }

  private static String promtool(String... words) {
    final List<String> command = new ArrayList<>(List.of("promtool"));
    command.addAll(List.of(words));
    return Tools.run(SHORT, command);
  }

  @Test
  void theRulesAreRules() {
    assertThat(promtool("check", "rules", MONITORING.resolve("lull.rules.yml").toString()))
        .contains("SUCCESS: 11 rules found");
  }

  @Test
  void eachAlertFiresWhereItShouldAndNoneInAGridThatWorks() {
    assertThat(
            promtool("test", "rules", Path.of("src/test/resources/lull.rules.test.yml").toString()))
        .contains("SUCCESS");
  }

  /** As rules that record something, which is how promtool takes a query. */
  @Test
  void eachQueryOfTheDashboardIsOne() throws IOException {
    final JsonNode dashboard =
        new ObjectMapper().readTree(MONITORING.resolve("grafana.json").toFile());
    final StringBuilder rules = new StringBuilder("groups:\n- name: dashboard\n  rules:\n");
    int queries = 0;
    for (final JsonNode panel : dashboard.path("panels")) {
      for (final JsonNode target : panel.path("targets")) {
        rules
            .append("  - record: query")
            .append(queries++)
            .append("\n    expr: '")
            .append(target.path("expr").asText().replace("'", "''"))
            .append("'\n");
      }
    }
    assertThat(queries).isGreaterThan(10);
    final Path file = Files.writeString(folder.resolve("dashboard.yml"), rules);
    assertThat(promtool("check", "rules", file.toString()))
        .contains("SUCCESS: " + queries + " rules found");
  }
}
