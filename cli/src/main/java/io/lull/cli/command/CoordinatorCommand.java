package io.lull.cli.command;

import io.lull.cli.exit.CommandFailure;
import io.lull.coordinator.app.CoordinatorOptions;
import io.lull.coordinator.app.CoordinatorProgram;
import io.lull.coordinator.config.WebOptions;
import io.lull.protocol.log.LogFormat;
import io.lull.protocol.model.Webhooks;
import io.lull.protocol.text.Durations;
import io.lull.protocol.text.Sizes;
import io.lull.protocol.transport.HostPort;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "coordinator",
    description = {
      "Start a coordinator, in the foreground.",
      "At its first start it writes a one-time administrator's token to DIR/admin.token."
    },
    sortOptions = false)
final class CoordinatorCommand implements Callable<Integer> {
  private static final String TLS = "tls";
  private static final String REFUSE = "refuse";
  private static final String WEB_CERTIFICATE = "--web-certificate";
  private static final String WEB_KEY = "--web-key";

  private final CommandEnvironment environment;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "The data folder, required: certificate authority, jobs, outputs, history.")
  private @Nullable String data;

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      description =
          "Address for agents and users; default: 0.0.0.0:7400; port 0 lets the system"
              + " choose.")
  private @Nullable String listen;

  @Option(
      names = "--join",
      paramLabel = "HOST:PORT[,…]",
      description =
          "Other coordinators with the same store, by their --listen: one leads, the others stand"
              + " by and take over. Each is reached at its member port, PORT + 43 unless given as"
              + " HOST:PORT/MEMBERPORT.")
  private @Nullable String join;

  @Option(
      names = "--member-listen",
      paramLabel = "HOST:PORT",
      description =
          "Address for the others of --join, over mutual TLS; default: --listen's host and"
              + " its port + 43 (7443).")
  private @Nullable String memberListen;

  @Option(
      names = "--store",
      paramLabel = "JDBC-URL",
      description =
          "A database, jdbc:postgresql://HOST/DATABASE, shared by several coordinators. Default:"
              + " one in DIR.")
  private @Nullable String store;

  @Option(
      names = "--data-plane",
      paramLabel = "tls|plain",
      description =
          "Whether a job's workers encrypt their connections; use plain only on a network"
              + " that nobody else can reach. Default: tls.")
  private String dataPlane = TLS;

  @Option(
      names = "--metrics",
      paramLabel = "HOST:PORT",
      description =
          "Address for metrics and health over HTTP, without authentication, such as"
              + " 127.0.0.1:7401. Default: off.")
  private @Nullable String metrics;

  @Option(
      names = "--web",
      paramLabel = "HOST:PORT",
      description =
          "Address of the web page that shows the cluster to signed-in users (lull web), such as"
              + " 0.0.0.0:7402. Default: off.")
  private @Nullable String web;

  @Option(
      names = WEB_CERTIFICATE,
      paramLabel = "FILE",
      description =
          "The page's certificate chain, PEM; default: one"
              + " issued by the coordinator, which browsers do not know.")
  private @Nullable String webCertificate;

  @Option(names = WEB_KEY, paramLabel = "FILE", description = "Its key, PEM, not encrypted.")
  private @Nullable String webKey;

  @Option(
      names = "--log-format",
      paramLabel = "text|json",
      description = "Format of the log on standard error; default: text.")
  private String logFormat = "text";

  @Option(
      names = "--slice",
      paramLabel = "DURATION",
      description = "How long a job keeps its minimum of machines while others wait; default: 30m.")
  private @Nullable String slice;

  @Option(
      names = "--patience",
      paramLabel = "DURATION",
      description =
          "How long a job waits before it goes ahead of jobs that had their slice; default: 30m.")
  private @Nullable String patience;

  @Option(
      names = "--cool-down",
      paramLabel = "DURATION",
      description = "How long after a change a job is not resized for fair sharing; default: 0s.")
  private @Nullable String coolDown;

  @Option(
      names = "--settle",
      paramLabel = "DURATION",
      description = "How long a machine must be available before a job gets it; default: 0s.")
  private @Nullable String settle;

  @Option(
      names = "--files-quota",
      paramLabel = "SIZE",
      description = "Limit for programs, inputs and outputs together; default: half of DIR's disk.")
  private @Nullable String filesQuota;

  @Option(
      names = "--user-quota",
      paramLabel = "SIZE",
      description =
          "Limit for one user's programs and inputs; default: a quarter of the limit for all.")
  private @Nullable String userQuota;

  @Option(
      names = "--keep-outputs",
      paramLabel = "DURATION",
      description = "How long outputs are kept after a job ends, if there is space; default: 30d.")
  private @Nullable String keepOutputs;

  @Option(
      names = "--keep-jobs",
      paramLabel = "DURATION",
      description = "How long a job's record is kept after it ends; default: 90d.")
  private @Nullable String keepJobs;

  @Option(
      names = "--most-jobs",
      paramLabel = "N",
      description = "How many records of ended jobs are kept; default: 20000.")
  private @Nullable Integer mostJobs;

  @Option(
      names = "--keep-changes",
      paramLabel = "DURATION",
      description =
          "How long each change of a machine's use is kept, which says when somebody was there;"
              + " older ones are kept by the hour; default: 30d.")
  private @Nullable String keepChanges;

  @Option(
      names = "--keep-history",
      paramLabel = "DURATION",
      description = "How long the hours of each use of a machine are kept; default: 400d.")
  private @Nullable String keepHistory;

  @Option(
      names = "--webhooks",
      paramLabel = "HOST[:PORT][,…]",
      description =
          "Hosts to which notifications of jobs may be sent (lull submit --notify URL);"
              + " default: none.")
  private @Nullable String webhooks;

  @Option(
      names = "--guest-network",
      paramLabel = "refuse|allow",
      description =
          "Whether jobs may reach the network (lull submit --network), on machines whose owners"
              + " allow it too; default: refuse.")
  private String guestNetwork = REFUSE;

  CoordinatorCommand(CommandEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    if (data == null) {
      throw CommandFailure.badInput("--data DIR is missing: the folder of the coordinator's data");
    }
    final Path folder = Arguments.path(environment, "--data", data);
    final HostPort address =
        listen == null
            ? CoordinatorOptions.DEFAULT_LISTEN
            : Arguments.parse("--listen", listen, HostPort::parse);
    final List<HostPort> others =
        join == null
            ? List.of()
            : Arguments.parse("--join", join, CoordinatorOptions.Members::parse);
    final HostPort meeting =
        memberListen == null
            ? null
            : Arguments.parse("--member-listen", memberListen, HostPort::parse);
    if (meeting != null && others.isEmpty()) {
      throw CommandFailure.badInput(
          "--member-listen needs other coordinators: list them with --join, or omit it");
    }
    checkWeb();
    final boolean encrypted =
        Arguments.parse("--data-plane", dataPlane, CoordinatorCommand::isEncrypted);
    // Agents read this class without a coordinator's classes, which may occur within methods only.
    final CoordinatorOptions.Times times =
        new CoordinatorOptions.Times(
            duration("--slice", slice),
            duration("--patience", patience),
            duration("--cool-down", coolDown),
            duration("--settle", settle));
    final CoordinatorOptions.Keeping keeping =
        new CoordinatorOptions.Keeping(
            size("--files-quota", filesQuota),
            size("--user-quota", userQuota),
            duration("--keep-outputs", keepOutputs),
            duration("--keep-jobs", keepJobs),
            mostJobs,
            duration("--keep-changes", keepChanges),
            duration("--keep-history", keepHistory));
    final CoordinatorProgram.Reporting reporting =
        new CoordinatorProgram.Reporting(
            Arguments.parse("--log-format", logFormat, LogFormat::parse),
            metrics == null ? null : Arguments.parse("--metrics", metrics, HostPort::parse),
            StandardOptions.number(),
            web == null
                ? null
                : new WebOptions(
                    Arguments.parse("--web", web, HostPort::parse),
                    file(WEB_CERTIFICATE, webCertificate),
                    file(WEB_KEY, webKey)));
    return CoordinatorProgram.run(
        new CoordinatorOptions(
            folder,
            address,
            new CoordinatorOptions.Members(others, meeting),
            store,
            new CoordinatorOptions.Traffic(
                encrypted,
                webhooks == null
                    ? Webhooks.NONE
                    : Arguments.parse("--webhooks", webhooks, Webhooks::parse),
                Arguments.parse("--guest-network", guestNetwork, CoordinatorCommand::isAllowed)),
            times,
            keeping),
        reporting);
  }

  private void checkWeb() {
    if ((webCertificate == null) != (webKey == null)) {
      throw CommandFailure.badInput(
          WEB_CERTIFICATE + " and " + WEB_KEY + " belong together: give both or neither");
    }
    if (webCertificate != null && web == null) {
      throw CommandFailure.badInput(
          WEB_CERTIFICATE + " is for the web page: add --web HOST:PORT, or omit it");
    }
  }

  private @Nullable Path file(String option, @Nullable String text) {
    return text == null ? null : Arguments.path(environment, option, text);
  }

  private static @Nullable Duration duration(String option, @Nullable String text) {
    return text == null ? null : Arguments.parse(option, text, Durations::parse);
  }

  private static @Nullable Long size(String option, @Nullable String text) {
    return text == null ? null : Arguments.parse(option, text, Sizes::parse);
  }

  private static boolean isEncrypted(String word) {
    return switch (word) {
      case TLS -> true;
      case "plain" -> false;
      default -> throw new IllegalArgumentException("'" + word + "' must be tls or plain");
    };
  }

  private static boolean isAllowed(String word) {
    return switch (word) {
      case REFUSE -> false;
      case "allow" -> true;
      default -> throw new IllegalArgumentException("'" + word + "' must be refuse or allow");
    };
  }
}
