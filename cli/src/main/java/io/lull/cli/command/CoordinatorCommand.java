package io.lull.cli.command;

import io.lull.cli.exit.CommandFailure;
import io.lull.coordinator.app.CoordinatorOptions;
import io.lull.coordinator.app.CoordinatorProgram;
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
  private static final String WEB_CERTIFICATE = "--web-certificate";
  private static final String WEB_KEY = "--web-key";

  private final Surroundings surroundings;

  @Option(
      names = "--data",
      required = true,
      paramLabel = "DIR",
      description = "Its folder: authority, jobs, outputs, history.")
  private String data = "";

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      description =
          "Where agents and users reach it; 0.0.0.0:7400 by default; port 0 lets the system"
              + " choose.")
  private @Nullable String listen;

  @Option(
      names = "--join",
      paramLabel = "HOST:PORT[,…]",
      description =
          "Other coordinators of the same store, by their --listen: one leads, the others stand by"
              + " and take over. Each is met at its port for members, PORT + 43 unless it is"
              + " written behind: HOST:PORT/MEMBERPORT.")
  private @Nullable String join;

  @Option(
      names = "--member-listen",
      paramLabel = "HOST:PORT",
      description =
          "Where the others of --join meet this one, by mutual TLS; by default --listen's host and"
              + " its port + 43 (7443).")
  private @Nullable String memberListen;

  @Option(
      names = "--store",
      paramLabel = "JDBC-URL",
      description =
          "A database, jdbc:postgresql://HOST/DATABASE; several coordinators share one. By default"
              + " one in DIR.")
  private @Nullable String store;

  @Option(
      names = "--data-plane",
      paramLabel = "tls|plain",
      description =
          "Whether workers of a job encrypt what they say to each other; plain only on a network"
              + " that nobody else can reach. tls by default.")
  private String dataPlane = TLS;

  @Option(
      names = "--metrics",
      paramLabel = "HOST:PORT",
      description =
          "Where metrics and health are shown over HTTP, to whoever reaches it: 127.0.0.1:7401,"
              + " say. Nowhere by default.")
  private @Nullable String metrics;

  @Option(
      names = "--web",
      paramLabel = "HOST:PORT",
      description =
          "A page for browsers that shows the grid to whoever is let in (lull web): 0.0.0.0:7402,"
              + " say. None by default.")
  private @Nullable String web;

  @Option(
      names = WEB_CERTIFICATE,
      paramLabel = "FILE",
      description =
          "What the page shows as its certificate, PEM, with those that signed it; by default one"
              + " of the grid's own, which browsers do not know.")
  private @Nullable String webCertificate;

  @Option(names = WEB_KEY, paramLabel = "FILE", description = "Its key, PEM, not encrypted.")
  private @Nullable String webKey;

  @Option(
      names = "--log-format",
      paramLabel = "text|json",
      description = "How the log on standard error is written; text by default.")
  private String logFormat = "text";

  @Option(
      names = "--slice",
      paramLabel = "DURATION",
      description = "A job that was given nodes keeps its least for so long, whoever waits; 30m.")
  private @Nullable String slice;

  @Option(
      names = "--patience",
      paramLabel = "DURATION",
      description =
          "A job that has waited for so long comes before those that have had their slice; 30m.")
  private @Nullable String patience;

  @Option(
      names = "--cool-down",
      paramLabel = "DURATION",
      description =
          "For so long after a change a job is neither grown nor shrunk to share evenly; 0s.")
  private @Nullable String coolDown;

  @Option(
      names = "--settle",
      paramLabel = "DURATION",
      description = "A node is given to a job only when it has been available for so long; 0s.")
  private @Nullable String settle;

  @Option(
      names = "--files-quota",
      paramLabel = "SIZE",
      description =
          "What programs, inputs and outputs may take together; half of the disk that DIR is on.")
  private @Nullable String filesQuota;

  @Option(
      names = "--user-quota",
      paramLabel = "SIZE",
      description =
          "What programs and inputs of one user may take; a quarter of what all files may.")
  private @Nullable String userQuota;

  @Option(
      names = "--keep-outputs",
      paramLabel = "DURATION",
      description = "Outputs are kept for so long after their job's end, if there is room; 30d.")
  private @Nullable String keepOutputs;

  @Option(
      names = "--keep-jobs",
      paramLabel = "DURATION",
      description = "A job is remembered for so long after its end; 90d.")
  private @Nullable String keepJobs;

  @Option(
      names = "--most-jobs",
      paramLabel = "N",
      description = "Of jobs that have ended the newest so many are remembered; 20000.")
  private @Nullable Integer mostJobs;

  @Option(
      names = "--webhooks",
      paramLabel = "HOST[:PORT][,…]",
      description =
          "Where notices of jobs may be sent that users ask for (lull submit --notify URL);"
              + " nowhere by default.")
  private @Nullable String webhooks;

  CoordinatorCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    final Path folder = Arguments.path(surroundings, "--data", data);
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
          "--member-listen is for other coordinators: name them with --join, or leave it out");
    }
    checkWeb();
    final boolean encrypted =
        Arguments.parse("--data-plane", dataPlane, CoordinatorCommand::isEncrypted);
    // Agents read this class without a coordinator's classes: these may stand within methods only.
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
            mostJobs);
    final CoordinatorProgram.Reporting reporting =
        new CoordinatorProgram.Reporting(
            Arguments.parse("--log-format", logFormat, LogFormat::parse),
            metrics == null ? null : Arguments.parse("--metrics", metrics, HostPort::parse),
            StandardOptions.number(),
            web == null
                ? null
                : new CoordinatorProgram.Web(
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
                    : Arguments.parse("--webhooks", webhooks, Webhooks::parse)),
            times,
            keeping),
        reporting);
  }

  private void checkWeb() {
    if ((webCertificate == null) != (webKey == null)) {
      throw CommandFailure.badInput(
          WEB_CERTIFICATE + " and " + WEB_KEY + " belong together: give both, or neither");
    }
    if (webCertificate != null && web == null) {
      throw CommandFailure.badInput(
          WEB_CERTIFICATE + " is for the page for browsers: give --web HOST:PORT, or leave it out");
    }
  }

  private @Nullable Path file(String option, @Nullable String text) {
    return text == null ? null : Arguments.path(surroundings, option, text);
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
      default -> throw new IllegalArgumentException("'" + word + "' is neither tls nor plain");
    };
  }
}
