package io.lull.cli.command;

import io.lull.cli.text.Screen;
import io.lull.cli.text.Tone;
import io.lull.cli.text.Words;
import io.lull.protocol.text.Sizes;
import io.lull.protocol.wire.NodeView;
import io.lull.protocol.wire.RecordView;
import java.time.Duration;
import java.util.Locale;

/** A node as people read it. */
final class NodeText {
  private NodeText() {}

  static String job(NodeView node) {
    if (node.getJob().isEmpty()) {
      return "–";
    }
    return node.getRank() < 0 ? node.getJob() : node.getJob() + " rank " + node.getRank();
  }

  static String speed(NodeView node) {
    return String.format(Locale.ROOT, "%.2f", node.getSpeed());
  }

  static String full(Surroundings surroundings, NodeView node) {
    final Screen screen = surroundings.screen();
    final StringBuilder out = new StringBuilder();
    out.append(Tone.STRONG.on(screen, node.getName()))
        .append("  ")
        .append(Tone.ofState(node.getState()).on(screen, node.getState()))
        .append('\n');
    line(out, screen, "reason", node.getReason());
    if (node.getSince() != 0) {
      line(
          out,
          screen,
          "since",
          Words.moment(node.getSince(), surroundings.zone())
              + " ("
              + Words.duration(surroundings.since(node.getSince()))
              + ")");
    }
    line(out, screen, "job", job(node));
    line(
        out,
        screen,
        "owner",
        "last seen "
            + Words.duration(Duration.ofMillis((long) (1000 * node.getOwnerIdleSeconds())))
            + " ago, "
            + Words.percent(node.getOwnerCpu())
            + " of the CPU");
    line(out, screen, "guest", Words.percent(node.getGuestCpu()) + " of the CPU");
    line(
        out,
        screen,
        "machine",
        Words.count(node.getCores(), "core")
            + ", "
            + Sizes.format(node.getMemoryBytes())
            + " for guests, speed "
            + speed(node)
            + ", "
            + node.getOs());
    line(out, screen, "input", node.getInputSource());
    line(out, screen, "isolation", node.getIsolation());
    line(out, screen, "reclaimed", record(node.getReclaims()));
    line(out, screen, "vacated", record(node.getVacate()));
    if (node.getLostReclaims() > 0) {
      line(
          out,
          screen,
          "evicted",
          Words.count(node.getLostReclaims(), "time") + ", the grace period being over");
    }
    return out.toString();
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

  private static void line(StringBuilder out, Screen screen, String name, String value) {
    if (!value.isEmpty()) {
      out.append("  ")
          .append(Tone.QUIET.on(screen, String.format(Locale.ROOT, "%-10s", name)))
          .append(' ')
          .append(value)
          .append('\n');
    }
  }
}
