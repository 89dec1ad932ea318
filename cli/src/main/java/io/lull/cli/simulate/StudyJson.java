package io.lull.cli.simulate;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lull.simulator.study.Cell;
import io.lull.simulator.study.Moments;
import io.lull.simulator.study.SharingStudy;
import io.lull.simulator.trace.AvailabilityTrace;

/** The study of dynamic space-sharing as JSON. */
public final class StudyJson {
  private static final double SECOND_MILLIS = 1000;

  private StudyJson() {}

  public static ObjectNode of(
      SharingStudy.Findings findings, SimulationInput<AvailabilityTrace> file) {
    final ObjectNode document = JsonNodeFactory.instance.objectNode();
    document
        .putArray("inputs")
        .addObject()
        .put("file", file.name())
        .put("sha256", file.sha256())
        .put("rejectedLines", file.content().rejects().count());
    document
        .put("level", "fast")
        .put("nodes", findings.sample().machines().size())
        .put("days", findings.days())
        .put("ownCostSeconds", findings.ownCost().resizeMillis() / SECOND_MILLIS);
    document.set("availability", moments(findings.availability().available()));
    document.set("idleMinutes", moments(findings.availability().idleMinutes()));
    document.set("busyMinutes", moments(findings.availability().busyMinutes()));
    final ArrayNode machines = document.putArray("machines");
    findings.sample().machines().forEach(machines::add);
    final ArrayNode leftOut = document.putArray("leftOut");
    findings.sample().leftOut().forEach(leftOut::add);
    final ArrayNode cells = document.putArray("cells");
    findings.cells().forEach(cell -> cells.add(cell(cell)));
    return document;
  }

  private static ObjectNode moments(Moments of) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("mean", of.mean())
        .put("cv", of.cv())
        .put("min", of.min())
        .put("max", of.max());
  }

  private static ObjectNode cell(Cell cell) {
    final ObjectNode node =
        JsonNodeFactory.instance
            .objectNode()
            .put("figure", cell.figure())
            .put("scenario", cell.experiment().name())
            .put("tpd", cell.totalDemand())
            .put("processors", cell.processors())
            .put("ovrSeconds", cell.resizeMillis() / SECOND_MILLIS)
            .put("static", cell.fixed().mean())
            .put("dynamic", cell.dynamic().mean())
            .put("costAware", cell.costAware().mean())
            .put("dynamicAtOwnCost", cell.ownCost().mean())
            .put("censored", cell.censored());
    node.putObject("margin95")
        .put("static", cell.fixed().margin())
        .put("dynamic", cell.dynamic().margin())
        .put("costAware", cell.costAware().margin())
        .put("dynamicAtOwnCost", cell.ownCost().margin());
    return node;
  }
}
