package io.lull.coordinator.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.coordinator.config.StartException;
import io.lull.coordinator.metrics.MetricsServer;
import io.lull.protocol.transport.Identity;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Alerts and dashboard name what a coordinator shows. */
final class MonitoringFilesTest {
  private static final Path FOLDER = Path.of("..", "installers", "monitoring");
  private static final Pattern METRIC = Pattern.compile("\\blull_[a-z_]+");
  private static final Pattern SHOWN = Pattern.compile("(?m)^# TYPE (lull_[a-z_]+) (\\w+)$");

  /** Shown by one of several coordinators only. */
  private static final Set<String> OF_SEVERAL = Set.of("lull_members");

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @TempDir private Path folder;
  private Rig rig;
  private MetricsServer server;

  @BeforeEach
  void start() throws StartException {
    rig = new Rig(folder);
    server = MetricsServer.open(Rig.ANY_PORT, rig.shown());
  }

  @AfterEach
  void stop() {
    server.close();
    rig.close();
  }

  private Set<String> shown() throws Exception {
    final Identity _ = rig.administrator();
    try (HttpClient client = HttpClient.newBuilder().connectTimeout(PATIENCE).build()) {
      final String body =
          client
              .send(
                  HttpRequest.newBuilder(URI.create("http://" + server.address() + "/metrics"))
                      .timeout(PATIENCE)
                      .build(),
                  HttpResponse.BodyHandlers.ofString())
              .body();
      final Set<String> names = new TreeSet<>();
      SHOWN
          .matcher(body)
          .results()
          .forEach(type -> {
            names.add(type.group(1));
            if (type.group(2).equals("histogram")) {
              names.add(type.group(1) + "_bucket");
              names.add(type.group(1) + "_count");
            }
          });
      return names;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"lull.rules.yml", "grafana.json"})
  void eachMetricIsOneThatACoordinatorShows(String file) throws Exception {
    final Set<String> named = named(file);
    assertThat(named).hasSizeGreaterThan(8);
    named.removeAll(OF_SEVERAL);
    assertThat(shown()).containsAll(named);
  }

  private static Set<String> named(String file) throws IOException {
    return METRIC
        .matcher(Files.readString(FOLDER.resolve(file)))
        .results()
        .map(metric -> metric.group())
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
