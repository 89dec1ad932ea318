package io.lull.cli.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lull.protocol.wire.AvailabilityBucket;
import io.lull.protocol.wire.AvailabilityView;
import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.CheckpointsView;
import io.lull.protocol.wire.EventView;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.NodeView;
import io.lull.protocol.wire.Record;
import io.lull.protocol.wire.RecordView;
import io.lull.protocol.wire.TaskStatus;
import io.lull.protocol.wire.WorkerView;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;

/** The contract's documents from the coordinator's answers; absent values are null. */
public final class JsonViews {
  private static final double MILLIS_PER_SECOND = 1000;

  private JsonViews() {}

  public static ObjectNode job(JobView job) {
    final ObjectNode o = Json.NODES.objectNode();
    o.put("id", job.getId());
    o.put("name", job.getName());
    o.set("app", text(job.getApp()));
    o.put("state", job.getState());
    o.set("reason", text(job.getReason()));
    o.set("pending", text(job.getPending()));
    o.set("user", text(job.getUser()));
    o.put("minWorkers", job.getMinWorkers());
    o.put("maxWorkers", job.getMaxWorkers());
    o.put("moldable", job.getMoldable());
    o.put("network", job.getNetwork());
    o.put("checked", job.getChecked());
    o.put("noAdapt", job.getNoAdapt());
    o.put("priority", job.getPriority());
    o.set("heldBy", text(job.getHeldBy()));
    o.set("timeLimitSeconds", seconds(job.getLimitMillis() / MILLIS_PER_SECOND));
    o.set("wantedWorkers", positive(job.getWantedWorkers()));
    o.set("workers", array(job.getWorkersList(), JsonViews::worker));
    o.set("ghosts", array(job.getGhostsList(), Json.NODES::textNode));
    o.put("epoch", job.getEpoch());
    o.put("iteration", job.getIteration());
    o.set("iterations", positive(job.getIterations()));
    o.set("progress", finite(job.getProgress()));
    o.set("secondsPerIteration", seconds(job.getSecondsPerIteration()));
    o.set("fastestSecondsPerIteration", seconds(job.getFastestSecondsPerIteration()));
    o.set("slowestSecondsPerIteration", seconds(job.getSlowestSecondsPerIteration()));
    o.set("moving", moving(job));
    o.set("submittedAt", time(job.getSubmittedAt()));
    o.set("startedAt", time(job.getStartedAt()));
    o.set("finishedAt", time(job.getFinishedAt()));
    o.set("error", text(job.getError()));
    o.set("rows", positive(job.getRows()));
    o.set("columns", positive(job.getColumns()));
    if (job.hasTasks()) {
      final ObjectNode tasks = o.putObject("tasks");
      tasks
          .put("total", job.getTasks().getTotal())
          .put("done", job.getTasks().getDone())
          .put("failed", job.getTasks().getFailed())
          .put("running", job.getTasks().getRunning());
      if (job.getTasks().getDifferedCount() > 0) {
        final ObjectNode differed = tasks.putObject("differed");
        job.getTasks()
            .getDifferedList()
            .forEach(each -> differed.put(each.getNode(), each.getTasks()));
      }
    }
    o.set("checkpoints", checkpoints(job.getCheckpoints()));
    o.set("events", array(job.getEventsList(), JsonViews::event));
    final ObjectNode values = o.putObject("checkValues");
    job.getCheckValuesList().forEach(value -> values.put(value.getName(), value.getValue()));
    o.set("outputs", files(job.getOutputsList()));
    o.set("outputsKeptUntil", time(job.getOutputsKeptUntil()));
    o.set("outputsDroppedAt", time(job.getOutputsDroppedAt()));
    return o;
  }

  /** Null for 0, which stands for what is not known or not there. */
  private static JsonNode seconds(double seconds) {
    return seconds > 0 ? finite(seconds) : Json.NODES.nullNode();
  }

  /**
   * @param kind of what is explained, job or node
   */
  public static ObjectNode explanation(String kind, String name, List<String> lines) {
    final ObjectNode o = Json.NODES.objectNode();
    o.put(kind, name);
    final ArrayNode reasons = o.putArray("reasons");
    lines.forEach(reasons::add);
    return o;
  }

  /** What would become of a job. */
  public static ObjectNode preview(List<String> lines) {
    final ObjectNode o = Json.NODES.objectNode();
    final ArrayNode reasons = o.putArray("reasons");
    lines.forEach(reasons::add);
    return o;
  }

  public static ObjectNode availability(AvailabilityView view) {
    final ObjectNode o = Json.NODES.objectNode();
    o.set("from", time(view.getFrom()));
    o.set("to", time(view.getUntil()));
    o.put("bucketSeconds", view.getBucketMillis() / MILLIS_PER_SECOND);
    o.set("buckets", array(view.getBucketsList(), JsonViews::bucket));
    final ArrayNode week = o.putArray("byHourOfWeek");
    view.getByHourOfWeekList().forEach(part -> week.add(finite(part)));
    return o;
  }

  private static ObjectNode bucket(AvailabilityBucket bucket) {
    final ObjectNode o = Json.NODES.objectNode();
    o.set("at", time(bucket.getAt()));
    o.put("owner", bucket.getOwner());
    o.put("available", bucket.getAvailable());
    o.put("running", bucket.getRunning());
    o.put("offline", bucket.getOffline());
    return o;
  }

  public static ArrayNode jobs(List<JobView> jobs) {
    return array(jobs, JsonViews::job);
  }

  public static ObjectNode node(NodeView node) {
    final ObjectNode o = Json.NODES.objectNode();
    o.put("name", node.getName());
    o.put("state", node.getState());
    o.put("reason", node.getReason());
    o.set("since", time(node.getSince()));
    o.set("ownerIdleSeconds", finite(node.getOwnerIdleSeconds()));
    o.set("ownerCpu", finite(node.getReduced() ? Double.NaN : node.getOwnerCpu()));
    o.set("guestCpu", finite(node.getGuestCpu()));
    o.put("cores", node.getCores());
    o.put("memoryBytes", node.getMemoryBytes());
    o.set("speed", finite(node.getSpeed()));
    o.set("os", text(node.getOs()));
    o.set("inputSource", text(node.getInputSource()));
    o.set("isolation", text(node.getIsolation()));
    o.set("job", text(node.getJob()));
    o.set(
        "rank",
        node.getJob().isEmpty() || node.getRank() < 0
            ? Json.NODES.nullNode()
            : Json.NODES.numberNode(node.getRank()));
    if (node.getReduced()) {
      o.putNull("reclaims");
      o.putNull("vacate");
      o.putNull("lostReclaims");
    } else {
      o.set("reclaims", record(node.getReclaims()));
      o.set("vacate", record(node.getVacate()));
      o.put("lostReclaims", node.getLostReclaims());
    }
    o.set("labels", array(node.getLabelsList(), Json.NODES::textNode));
    o.set("welcome", array(node.getWelcomeList(), Json.NODES::textNode));
    o.put("openNetwork", node.getOpenNetwork());
    o.put("images", node.getImages());
    o.put("likelyIdleSeconds", node.getLikelyIdleSeconds());
    o.set("drainBy", time(node.getDrainBy()));
    return o;
  }

  public static ArrayNode nodes(List<NodeView> nodes) {
    return array(nodes, JsonViews::node);
  }

  /** Name, size and content hash of each file. */
  public static ArrayNode files(List<Blob> files) {
    return array(
        files,
        file -> {
          final ObjectNode o = Json.NODES.objectNode();
          o.put("name", file.getName());
          o.put("sizeBytes", file.getSizeBytes());
          o.put("sha256", file.getSha256());
          return o;
        });
  }

  static ObjectNode event(EventView event) {
    final ObjectNode o = Json.NODES.objectNode();
    o.set("at", time(event.getAt()));
    o.put("kind", event.getKind());
    o.set("cause", text(event.getCause()));
    o.set("method", text(event.getMethod()));
    o.put("from", event.getFrom());
    o.put("to", event.getTo());
    o.put("epoch", event.getEpoch());
    o.put("safePoint", event.getSafePoint());
    o.put("bytesMoved", event.getBytesMoved());
    o.put("bytesLeast", event.getBytesLeast());
    o.set("waitMs", finite(event.getWaitMillis()));
    o.set("prepareMs", finite(event.getPrepareMillis()));
    o.set("moveMs", finite(event.getMoveMillis()));
    o.set("downtimeMs", finite(event.getDowntimeMillis()));
    o.put("lostIterations", event.getLostIterations());
    o.putObject("predicted")
        .<ObjectNode>set(
            "costMs",
            event.hasPredictedCostMillis()
                ? finite(event.getPredictedCostMillis())
                : Json.NODES.nullNode())
        .set(
            "benefitMs",
            event.hasPredictedBenefitMillis()
                ? finite(event.getPredictedBenefitMillis())
                : Json.NODES.nullNode());
    o.set("nodesLeft", array(event.getNodesLeftList(), Json.NODES::textNode));
    o.set("nodesJoined", array(event.getNodesJoinedList(), Json.NODES::textNode));
    o.set("outcome", text(event.getOutcome()));
    return o;
  }

  private static JsonNode moving(JobView job) {
    return job.getMovingBytes() == 0
        ? Json.NODES.nullNode()
        : Json.NODES
            .objectNode()
            .put("movedBytes", job.getMovedBytes())
            .put("ofBytes", job.getMovingBytes());
  }

  private static ObjectNode worker(WorkerView worker) {
    final ObjectNode o = Json.NODES.objectNode();
    o.put("rank", worker.getRank());
    o.put("node", worker.getNode());
    o.put("state", worker.getState());
    o.put("worker", worker.getWorker());
    o.put("rowFrom", worker.getRowFrom());
    o.put("rowTo", worker.getRowTo());
    o.put("columnFrom", worker.getColumnFrom());
    o.put("columnTo", worker.getColumnTo());
    o.set("weight", finite(worker.getWeight()));
    if (worker.getTasksCount() > 0) {
      o.set("tasks", array(worker.getTasksList(), JsonViews::task));
    }
    return o;
  }

  private static ObjectNode task(TaskStatus task) {
    final ObjectNode o = Json.NODES.objectNode();
    o.put("id", task.getTask());
    o.put("state", task.getState());
    o.set("waits", text(task.getWaits()));
    o.put("iterations", task.getIterations());
    o.put("sent", task.getSent());
    o.put("received", task.getReceived());
    o.put("moves", task.getMoves());
    return o;
  }

  private static ObjectNode checkpoints(CheckpointsView view) {
    final boolean any = view.getCount() > 0;
    final ObjectNode o = Json.NODES.objectNode();
    o.put("count", view.getCount());
    o.set("lastGeneration", any ? number(view.getLastGeneration()) : Json.NODES.nullNode());
    o.set("lastAt", time(view.getLastAt()));
    o.set("lastBytes", any ? number(view.getLastBytes()) : Json.NODES.nullNode());
    o.set("captureMs", any ? finite(view.getCaptureMillis()) : Json.NODES.nullNode());
    o.set("durableMs", any ? finite(view.getDurableMillis()) : Json.NODES.nullNode());
    o.set("code", view.getCode().isEmpty() ? Json.NODES.nullNode() : text(view.getCode()));
    return o;
  }

  private static ObjectNode record(RecordView record) {
    return record(
        Record.newBuilder()
            .setCount(record.getCount())
            .setLastMillis(record.getLastMillis())
            .setMedianMillis(record.getMedianMillis())
            .setMaxMillis(record.getMaxMillis())
            .build());
  }

  /** How long something took, each time. */
  public static ObjectNode record(Record record) {
    final boolean any = record.getCount() > 0;
    final ObjectNode o = Json.NODES.objectNode();
    o.put("count", record.getCount());
    o.set("lastMs", any ? finite(record.getLastMillis()) : Json.NODES.nullNode());
    o.set("medianMs", any ? finite(record.getMedianMillis()) : Json.NODES.nullNode());
    o.set("maxMs", any ? finite(record.getMaxMillis()) : Json.NODES.nullNode());
    return o;
  }

  /** ISO-8601 UTC; 0 is no time. */
  public static JsonNode time(long epochMillis) {
    return epochMillis == 0
        ? Json.NODES.nullNode()
        : Json.NODES.textNode(Instant.ofEpochMilli(epochMillis).toString());
  }

  static JsonNode text(String text) {
    return text.isEmpty() ? Json.NODES.nullNode() : Json.NODES.textNode(text);
  }

  private static JsonNode number(long value) {
    return Json.NODES.numberNode(value);
  }

  private static JsonNode positive(long value) {
    return value > 0 ? number(value) : Json.NODES.nullNode();
  }

  /** JSON has no NaN and no infinity. */
  static JsonNode finite(double value) {
    return Double.isFinite(value) ? Json.NODES.numberNode(value) : Json.NODES.nullNode();
  }

  static <T> ArrayNode array(List<T> items, Function<T, ? extends JsonNode> view) {
    final ArrayNode array = Json.NODES.arrayNode(items.size());
    items.forEach(item -> array.add(view.apply(item)));
    return array;
  }
}
