package io.lull.cli.demo;

import io.lull.cli.local.GridSnapshot;
import io.lull.cli.text.HumanFormat;
import io.lull.cli.text.Screen;
import io.lull.cli.text.Table;
import io.lull.cli.text.TextStyle;
import io.lull.protocol.text.Sizes;
import io.lull.protocol.wire.CheckpointsView;
import io.lull.protocol.wire.EventView;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.NodeView;
import io.lull.protocol.wire.RecordView;
import java.util.List;
import java.util.Locale;

/** The events in a short table. */
final class Summary {
  private Summary() {}

  /** Lines, each with its end. */
  static String of(GridSnapshot sight, Screen screen) {
    final JobView job = sight.job();
    if (job == null) {
      return "";
    }
    final Table table =
        new Table()
            .right("at")
            .left("event")
            .left("cause")
            .left("method")
            .left("workers")
            .right("moved")
            .right("least")
            .right("downtime")
            .right("repeated");
    for (final EventView event : sight.changes()) {
      table
          .row()
          .cell(String.format(Locale.ROOT, "%.1f s", (event.getAt() - job.getStartedAt()) / 1e3))
          .cell(event.getKind(), TextStyle.STRONG)
          .cell(event.getCause())
          .cell(event.getMethod())
          .cell(event.getFrom() + " → " + event.getTo())
          .cell(bytes(event.getBytesMoved()))
          .cell(bytes(event.getBytesLeast()))
          .cell(HumanFormat.millis(event.getDowntimeMillis()))
          .cell(event.getLostIterations() == 0 ? "–" : event.getLostIterations() + " it.");
    }
    final StringBuilder text = new StringBuilder(table.render(screen));
    final CheckpointsView checkpoints = job.getCheckpoints();
    if (checkpoints.getCount() > 0) {
      text.append(HumanFormat.count(checkpoints.getCount(), "checkpoint"))
          .append(", the last of ")
          .append(Sizes.format(checkpoints.getLastBytes()))
          .append(": the job paused for ")
          .append(HumanFormat.millis(checkpoints.getCaptureMillis()))
          .append(", stored twice after ")
          .append(HumanFormat.millis(checkpoints.getDurableMillis()))
          .append('\n');
    }
    reclaims(text, sight.nodes());
    return text.toString();
  }

  private static void reclaims(StringBuilder text, List<NodeView> nodes) {
    for (final NodeView node : nodes) {
      final RecordView reclaims = node.getReclaims();
      final RecordView vacate = node.getVacate();
      if (reclaims.getCount() > 0 && vacate.getCount() > 0) {
        text.append("the owner of ")
            .append(node.getName())
            .append(" had the machine back after ")
            .append(HumanFormat.millis(reclaims.getLastMillis()))
            .append(", and its memory after ")
            .append(HumanFormat.millis(vacate.getLastMillis()))
            .append('\n');
      }
    }
  }

  private static String bytes(long bytes) {
    return bytes == 0 ? "–" : Sizes.format(bytes);
  }
}
