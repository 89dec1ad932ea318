package io.lull.cli.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lull.protocol.wire.CheckpointsView;
import io.lull.protocol.wire.EventView;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.NodeView;
import io.lull.protocol.wire.RecordView;
import io.lull.protocol.wire.WorkerView;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The fields that others rely on. */
class JsonViewsTest {
  @Test
  void aNodeHasTheContractsFields() {
    final ObjectNode node = JsonViews.node(NodeView.newBuilder().setRank(-1).build());
    assertThat(fields(node))
        .contains(
            "name",
            "state",
            "reason",
            "since",
            "ownerIdleSeconds",
            "ownerCpu",
            "guestCpu",
            "cores",
            "memoryBytes",
            "speed",
            "os",
            "inputSource",
            "isolation",
            "job",
            "rank",
            "reclaims",
            "vacate",
            "lostReclaims",
            "labels",
            "welcome",
            "openNetwork",
            "images",
            "likelyIdleSeconds",
            "drainBy");
    assertThat(fields((ObjectNode) node.get("reclaims")))
        .containsExactly("count", "lastMs", "medianMs", "maxMs");
    assertThat(node.get("job").isNull()).isTrue();
    assertThat(node.get("rank").isNull()).isTrue();
    assertThat(node.get("since").isNull()).isTrue();
  }

  @Test
  void aNodesLabelsAreListed() {
    assertThat(
            JsonViews.node(
                    NodeView.newBuilder().addLabels("owner=ada").addLabels("room=2.14").build())
                .get("labels")
                .toString())
        .isEqualTo("[\"owner=ada\",\"room=2.14\"]");
  }

  @Test
  void whatMovesIsSaidWhileItMoves() {
    assertThat(JsonViews.job(JobView.getDefaultInstance()).get("moving").isNull()).isTrue();
    assertThat(
            JsonViews.job(JobView.newBuilder().setMovedBytes(212).setMovingBytes(512).build())
                .get("moving")
                .toString())
        .isEqualTo("{\"movedBytes\":212,\"ofBytes\":512}");
  }

  @Test
  void aJobHasTheContractsFields() {
    final ObjectNode job =
        JsonViews.job(
            JobView.newBuilder()
                .addWorkers(WorkerView.newBuilder().setNode("ada"))
                .addEvents(EventView.getDefaultInstance())
                .build());
    assertThat(fields(job))
        .contains(
            "id",
            "name",
            "app",
            "state",
            "minWorkers",
            "maxWorkers",
            "moldable",
            "network",
            "priority",
            "workers",
            "epoch",
            "iteration",
            "iterations",
            "progress",
            "secondsPerIteration",
            "submittedAt",
            "startedAt",
            "finishedAt",
            "error",
            "checkpoints",
            "events");
    assertThat(fields((ObjectNode) job.get("workers").get(0))).contains("rank", "node", "state");
    assertThat(fields((ObjectNode) job.get("checkpoints")))
        .containsExactly(
            "count", "lastGeneration", "lastAt", "lastBytes", "captureMs", "durableMs", "code");
    assertThat(fields((ObjectNode) job.get("events").get(0)))
        .containsExactly(
            "at",
            "kind",
            "cause",
            "method",
            "from",
            "to",
            "epoch",
            "safePoint",
            "bytesMoved",
            "bytesLeast",
            "waitMs",
            "prepareMs",
            "moveMs",
            "downtimeMs",
            "lostIterations",
            "predicted",
            "nodesLeft",
            "nodesJoined",
            "outcome");
    assertThat(fields((ObjectNode) job.get("events").get(0).get("predicted")))
        .containsExactly("costMs", "benefitMs");
  }

  @Test
  void timesAreIso8601InUtcAndWhatIsAbsentIsNull() {
    final ObjectNode job =
        JsonViews.job(
            JobView.newBuilder()
                .setSubmittedAt(1_795_000_000_123L)
                .setCheckpoints(CheckpointsView.newBuilder().setCount(2).setLastGeneration(0))
                .build());
    assertThat(job.get("submittedAt").textValue()).isEqualTo("2026-11-18T11:06:40.123Z");
    for (final String absent :
        List.of("startedAt", "finishedAt", "error", "iterations", "secondsPerIteration")) {
      assertThat(job.get(absent).isNull()).as(absent).isTrue();
    }
    assertThat(job.get("checkpoints").get("lastGeneration").longValue()).isZero();
    assertThat(job.get("epoch").longValue()).isZero();
  }

  @Test
  void whatIsNoNumberIsNull() {
    final ObjectNode node =
        JsonViews.node(
            NodeView.newBuilder()
                .setOwnerCpu(Double.NaN)
                .setReclaims(RecordView.newBuilder().setCount(1).setMaxMillis(2.5))
                .build());
    assertThat(node.get("ownerCpu").isNull()).isTrue();
    assertThat(node.get("reclaims").get("maxMs").doubleValue()).isEqualTo(2.5);
    assertThat(Json.text(node)).startsWith("{\n  \"name\" : ");
  }

  private static List<String> fields(ObjectNode node) {
    final List<String> names = new ArrayList<>();
    node.fieldNames().forEachRemaining(names::add);
    return names;
  }
}
