package io.lull.cli.command;

import io.lull.cli.text.JobWords;
import io.lull.cli.text.Page;
import io.lull.cli.text.Words;
import io.lull.protocol.text.Sizes;
import io.lull.protocol.wire.NodeView;
import io.lull.protocol.wire.RecordView;
import java.time.Duration;
import java.util.Locale;

/** A node as people read it. */
final class NodeText {
  private static final int LABEL_WIDTH = 9;

  private NodeText() {}

  static String speed(NodeView node) {
    return String.format(Locale.ROOT, "%.2f", node.getSpeed());
  }

  static String full(Surroundings surroundings, NodeView node) {
    final Page page = new Page(surroundings.screen(), LABEL_WIDTH);
    page.title(node.getName(), node.getState(), node.getReason());
    if (node.getSince() != 0) {
      page.line(
          "since",
          Words.moment(node.getSince(), surroundings.zone())
              + " ("
              + Words.duration(surroundings.since(node.getSince()))
              + ")");
    }
    page.line("job", JobWords.of(node));
    page.line(
        "owner",
        "last seen "
            + Words.duration(Duration.ofMillis((long) (1000 * node.getOwnerIdleSeconds())))
            + " ago, "
            + Words.percent(node.getOwnerCpu())
            + " of the CPU");
    page.line("guest", Words.percent(node.getGuestCpu()) + " of the CPU");
    page.line(
        "machine",
        Words.count(node.getCores(), "core")
            + ", "
            + Sizes.format(node.getMemoryBytes())
            + " for guests, speed "
            + speed(node)
            + ", "
            + node.getOs());
    page.line("input", node.getInputSource());
    page.line("isolation", node.getIsolation());
    if (node.getLikelyIdleSeconds() > 0) {
      page.line(
          "likely",
          "to stay idle for about "
              + Words.duration(Duration.ofMillis((long) (1000 * node.getLikelyIdleSeconds())))
              + " (lull explain "
              + node.getName()
              + " says why)");
    }
    if (node.getWelcomeCount() > 0) {
      page.line("welcome", "only jobs of " + String.join(", ", node.getWelcomeList()));
    }
    if (node.getLabelsCount() > 0) {
      page.line("labels", String.join(", ", node.getLabelsList()));
    }
    page.line("reclaimed", record(node.getReclaims()));
    page.line("vacated", record(node.getVacate()));
    if (node.getLostReclaims() > 0) {
      page.line(
          "evicted", Words.count(node.getLostReclaims(), "time") + ", the grace period being over");
    }
    return page.toString();
  }

  private static String record(RecordView record) {
    if (record.getCount() == 0) {
      return "never yet";
    }
    return Words.count(record.getCount(), "time")
        + ", in "
        + Words.millis(record.getLastMillis())
        + " the last time (median "
        + Words.millis(record.getMedianMillis())
        + ", at most "
        + Words.millis(record.getMaxMillis())
        + ")";
  }
}
