package io.lull.cli.simulate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lull.cli.json.Json;
import io.lull.simulator.fault.Fault;
import io.lull.simulator.fault.FaultKind;
import io.lull.simulator.fault.FaultPlan;
import io.lull.simulator.fault.Submission;
import io.lull.simulator.fault.Wish;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A plan of faults as JSON, as it is written and read again. */
final class FaultPlanJson {
  private static final String WISHES = "wishes";
  private static final String MODEL = "model";
  private static final Set<String> FIELDS =
      Set.of("seed", "coordinators", "nodes", "jobs", "faults", WISHES);

  private FaultPlanJson() {}

  static String of(FaultPlan plan) {
    final ObjectNode document = JsonNodeFactory.instance.objectNode();
    document
        .put("seed", plan.seed())
        .put("coordinators", plan.coordinators())
        .put("nodes", plan.nodes());
    final ArrayNode jobs = document.putArray("jobs");
    plan.jobs()
        .forEach(job ->
            jobs.addObject()
                .put("atMs", job.atMillis())
                .put("minWorkers", job.leastWorkers())
                .put("maxWorkers", job.mostWorkers())
                .put(MODEL, job.model().word()));
    final ArrayNode faults = document.putArray("faults");
    plan.faults()
        .forEach(fault ->
            faults
                .addObject()
                .put("atMs", fault.atMillis())
                .put("kind", fault.kind().word())
                .put("subject", fault.subject())
                .put("lastsMs", fault.lastsMillis()));
    final ArrayNode wishes = document.putArray(WISHES);
    plan.wishes()
        .forEach(wish ->
            wishes
                .addObject()
                .put("atMs", wish.atMillis())
                .put("kind", wish.word())
                .put("job", wish.job())
                .put("workers", wish.workers()));
    return Json.text(document) + "\n";
  }

  /**
   * @throws IllegalArgumentException with one line when it is no such plan
   */
  static FaultPlan read(String text) {
    final JsonNode document;
    try {
      document = new ObjectMapper().readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("this is not JSON", e);
    }
    document
        .fieldNames()
        .forEachRemaining(name -> {
          if (!FIELDS.contains(name)) {
            throw new IllegalArgumentException("'" + name + "' is no field of a plan");
          }
        });
    final List<Submission> jobs = new ArrayList<>();
    for (final JsonNode job : list(document, "jobs")) {
      jobs.add(
          new Submission(
              number(job, "atMs"), small(job, "minWorkers"), small(job, "maxWorkers"), model(job)));
    }
    final List<Fault> faults = new ArrayList<>();
    for (final JsonNode fault : list(document, "faults")) {
      final String word = fault.path("kind").asText();
      final FaultKind kind =
          FaultKind.of(word)
              .orElseThrow(
                  () -> new IllegalArgumentException("'" + word + "' is no kind of fault"));
      faults.add(
          new Fault(
              kind, number(fault, "atMs"), small(fault, "subject"), number(fault, "lastsMs")));
    }
    return new FaultPlan(
        number(document, "seed"),
        small(document, "coordinators"),
        small(document, "nodes"),
        jobs,
        faults,
        document.has(WISHES) ? wishes(document) : List.of());
  }

  private static Submission.Model model(JsonNode job) {
    if (!job.has(MODEL)) {
      return Submission.Model.GRID;
    }
    final String word = job.path(MODEL).asText();
    return Submission.Model.of(word)
        .orElseThrow(() -> new IllegalArgumentException("'" + word + "' is no model of a job"));
  }

  private static List<Wish> wishes(JsonNode document) {
    final List<Wish> wishes = new ArrayList<>();
    for (final JsonNode wish : list(document, WISHES)) {
      wishes.add(
          Wish.of(
              number(wish, "atMs"),
              wish.path("kind").asText(),
              small(wish, "job"),
              small(wish, "workers")));
    }
    return wishes;
  }

  private static JsonNode list(JsonNode of, String name) {
    final JsonNode list = of.path(name);
    if (!list.isArray() || list.size() > FaultPlan.MOST) {
      throw new IllegalArgumentException(
          "'" + name + "' must be a list of at most " + FaultPlan.MOST);
    }
    return list;
  }

  private static long number(JsonNode of, String name) {
    final JsonNode number = of.path(name);
    if (!number.canConvertToLong() || !number.isIntegralNumber()) {
      throw new IllegalArgumentException("'" + name + "' must be a whole number");
    }
    return number.longValue();
  }

  private static int small(JsonNode of, String name) {
    final long number = number(of, name);
    if (number < 1 || number > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("'" + name + "' must be a whole number from 1");
    }
    return (int) number;
  }
}
