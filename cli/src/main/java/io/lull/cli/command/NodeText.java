package io.lull.cli.command;

import io.lull.cli.text.DetailPage;
import io.lull.cli.text.HumanFormat;
import io.lull.cli.text.JobWords;
import io.lull.protocol.text.Sizes;
import io.lull.protocol.wire.NodeView;
import io.lull.protocol.wire.RecordView;
import java.time.Duration;
import java.util.Locale;

/** A node's page for people. */
final class NodeText {
  private static final int LABEL_WIDTH = 9;

  private NodeText() {}

  static String speed(NodeView node) {
    return String.format(Locale.ROOT, "%.2f", node.getSpeed());
  }

  static String full(CommandEnvironment environment, NodeView node) {
    final DetailPage page = new DetailPage(environment.screen(), LABEL_WIDTH);
    page.title(node.getName(), node.getState(), node.getReason());
    if (node.getSince() != 0) {
      page.line(
          "since",
          HumanFormat.moment(node.getSince(), environment.zone())
              + " ("
              + HumanFormat.duration(environment.since(node.getSince()))
              + ")");
    }
    if (node.getDrainBy() != 0) {
      page.line(
          "drain", "jobs leave by " + HumanFormat.moment(node.getDrainBy(), environment.zone()));
    }
    page.line("job", JobWords.of(node));
    final String idle =
        HumanFormat.duration(Duration.ofMillis((long) (1000 * node.getOwnerIdleSeconds())));
    page.line(
        "owner",
        node.getReduced()
            ? "away for at least " + idle + " (only administrators see more)"
            : "last heard from "
                + idle
                + " ago, "
                + HumanFormat.percent(node.getOwnerCpu())
                + " of the CPU");
    page.line("guest", HumanFormat.percent(node.getGuestCpu()) + " of the CPU");
    page.line(
        "machine",
        HumanFormat.count(node.getCores(), "core")
            + ", "
            + Sizes.format(node.getMemoryBytes())
            + " for guests, speed "
            + speed(node)
            + ", "
            + node.getOs());
    if (!node.getReduced()) {
      page.line("input", node.getInputSource());
    }
    page.line("isolation", node.getIsolation());
    if (node.getLikelyIdleSeconds() > 0) {
      page.line(
          "likely",
          "likely idle for about "
              + HumanFormat.duration(Duration.ofMillis((long) (1000 * node.getLikelyIdleSeconds())))
              + " (lull explain "
              + node.getName()
              + " explains why)");
    }
    if (node.getWelcomeCount() > 0) {
      page.line("welcome", "only jobs of " + String.join(", ", node.getWelcomeList()));
    }
    if (node.getLabelsCount() > 0) {
      page.line("labels", String.join(", ", node.getLabelsList()));
    }
    if (!node.getReduced()) {
      page.line("reclaimed", record(node.getReclaims()));
      page.line("vacated", record(node.getVacate()));
    }
    if (node.getLostReclaims() > 0) {
      page.line(
          "evicted",
          HumanFormat.count(node.getLostReclaims(), "time") + ", after the grace period");
    }
    return page.toString();
  }

  private static String record(RecordView record) {
    if (record.getCount() == 0) {
      return "never";
    }
    return HumanFormat.count(record.getCount(), "time")
        + ", in "
        + HumanFormat.millis(record.getLastMillis())
        + " the last time (median "
        + HumanFormat.millis(record.getMedianMillis())
        + ", at most "
        + HumanFormat.millis(record.getMaxMillis())
        + ")";
  }
}
