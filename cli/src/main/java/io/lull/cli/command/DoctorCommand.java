package io.lull.cli.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.lull.cli.doctor.AgentExamination;
import io.lull.cli.doctor.CoordinatorExamination;
import io.lull.cli.doctor.Finding;
import io.lull.cli.doctor.Finding.Area;
import io.lull.cli.doctor.Finding.Grade;
import io.lull.cli.doctor.LoginExamination;
import io.lull.cli.doctor.Reachability;
import io.lull.cli.exit.ExitCode;
import io.lull.cli.text.DetailPage;
import io.lull.cli.text.TextStyle;
import io.lull.client.owner.OwnerClient;
import io.lull.coordinator.app.CoordinatorProgram;
import io.lull.protocol.wire.OwnerRequest;
import io.lull.protocol.wire.OwnerStatus;
import io.lull.protocol.wire.OwnerStatusRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "doctor",
    description = {
      "Examine what of Lull is on this computer: your login, its agent, its coordinator.",
      "Says what works, what does not, and what to do."
    },
    sortOptions = false,
    footer = {"", "The exit code is 1 if anything is at fault."})
final class DoctorCommand implements Callable<Integer> {
  private static final Path SETTINGS = Path.of("/etc/lull");
  private static final Path SERVICE_DATA = Path.of("/var/lib/lull/coordinator");
  private static final Pattern STORE = Pattern.compile("--store[ =]\"?([^\\s\"]+)");
  private static final int LABEL_WIDTH = 5;

  private final CommandEnvironment environment;

  @Option(
      names = "--agent-data",
      paramLabel = "DIR",
      description = "The agent's data folder; default: as for lull owner.")
  private @Nullable String agentData;

  @Option(
      names = "--coordinator-data",
      paramLabel = "DIR",
      description = "The coordinator's data folder; default: the service's, if there is one.")
  private @Nullable String coordinatorData;

  @Option(
      names = "--store",
      paramLabel = "JDBC-URL",
      description = "The coordinator's --store; default: as in /etc/lull/coordinator.conf.")
  private @Nullable String store;

  @Mixin private final JsonOption json = new JsonOption();

  DoctorCommand(CommandEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    final List<Finding> findings = examine();
    if (json.wanted) {
      printDocument(findings);
    } else {
      print(findings);
    }
    return findings.stream().anyMatch(finding -> finding.grade() == Grade.FAULT)
        ? ExitCode.FAILED.number()
        : ExitCode.DONE.number();
  }

  private List<Finding> examine() {
    final LoginExamination login =
        new LoginExamination(
            environment.home(), environment.clock(), environment.grid(), Reachability::byTcp);
    final Path agentFolder =
        agentData == null
            ? environment.home().agentAsked()
            : Arguments.path(environment, "--agent-data", agentData);
    final AgentExamination agent =
        new AgentExamination(
            agentFolder,
            SETTINGS.resolve("agent.conf"),
            () -> status(agentFolder),
            Reachability::byTcp);
    final CoordinatorExamination coordinator =
        new CoordinatorExamination(
            coordinatorData == null
                ? SERVICE_DATA
                : Arguments.path(environment, "--coordinator-data", coordinatorData),
            store == null && coordinatorData == null ? configuredStore() : store,
            CoordinatorProgram::obstacleOf,
            environment.clock(),
            Reachability::byTcp);
    final List<Finding> findings = new ArrayList<>();
    if (login.applies()) {
      findings.addAll(login.examine());
    }
    if (agentData != null || agent.applies()) {
      findings.addAll(agent.examine());
    }
    if (coordinatorData != null || coordinator.applies()) {
      findings.addAll(coordinator.examine());
    }
    return findings.isEmpty() ? List.of(LoginExamination.missing()) : findings;
  }

  private OwnerStatus status(Path agentFolder) {
    return new OwnerClient(agentFolder, OwnerClient.USUAL_LIMIT, environment.clock())
        .ask(OwnerRequest.newBuilder().setStatus(OwnerStatusRequest.getDefaultInstance()).build())
        .getStatus();
  }

  private static @Nullable String configuredStore() {
    try {
      final Matcher store = STORE.matcher(Files.readString(SETTINGS.resolve("coordinator.conf")));
      return store.find() ? store.group(1) : null;
    } catch (IOException e) {
      return null;
    }
  }

  private void print(List<Finding> findings) {
    final DetailPage page = new DetailPage(environment.screen(), LABEL_WIDTH);
    @Nullable Area area = null;
    for (final Finding finding : findings) {
      if (finding.area() != area) {
        area = finding.area();
        page.section(area.title());
      }
      page.line(
          word(finding.grade()),
          finding.subject()
              + ": "
              + finding.text()
              + (finding.remedy().isEmpty() ? "" : " – " + finding.remedy()),
          tone(finding.grade()));
    }
    environment.out().print(page.toString().stripLeading());
  }

  private static String word(Grade grade) {
    return switch (grade) {
      case GOOD -> "ok";
      case DOUBTFUL -> "note";
      case FAULT -> "fault";
    };
  }

  private static TextStyle tone(Grade grade) {
    return switch (grade) {
      case GOOD -> TextStyle.PLAIN;
      case DOUBTFUL -> TextStyle.CARE;
      case FAULT -> TextStyle.BAD;
    };
  }

  private void printDocument(List<Finding> findings) {
    final ArrayNode all = JsonNodeFactory.instance.arrayNode();
    for (final Finding finding : findings) {
      all.addObject()
          .put("area", finding.area().name().toLowerCase(Locale.ROOT))
          .put("subject", finding.subject())
          .put("grade", word(finding.grade()))
          .put("text", finding.text())
          .put("remedy", finding.remedy().isEmpty() ? null : finding.remedy());
    }
    environment.print(all);
  }
}
