package io.lull.cli.command;

import io.lull.agent.parity.ParityFile;
import io.lull.cli.text.Screen;
import io.lull.cli.text.Table;
import io.lull.cli.text.TextStyle;
import io.lull.protocol.text.Sizes;
import io.lull.protocol.wire.ParityHeader;
import io.lull.protocol.wire.PieceGrid;
import io.lull.reconfig.checkpoint.KeptGeneration;
import io.lull.reconfig.checkpoint.KeptPiece;
import java.util.List;
import java.util.stream.Collectors;

/** Checkpoints for people. */
final class CheckpointText {
  static final String NONE = "No checkpoint found.\n";

  private CheckpointText() {}

  static String of(List<KeptGeneration> generations, Screen screen) {
    if (generations.isEmpty()) {
      return NONE;
    }
    final Table table =
        new Table()
            .left("JOB")
            .right("GENERATION")
            .right("ITERATION")
            .right("SIZE")
            .left("CELLS")
            .left("RANKS")
            .left("GRIDS");
    for (final KeptGeneration each : generations) {
      table
          .row()
          .cell(each.job())
          .cell(each.number())
          .cell(each.header().getState().getIteration())
          .cell(Sizes.format(each.pieces().stream().mapToLong(KeptPiece::bytes).sum()))
          .cell(
              each.complete() ? "all" : "some are missing",
              each.complete() ? TextStyle.GOOD : TextStyle.CARE)
          .cell(ranks(each))
          .cell(grids(each));
    }
    return table.render(screen);
  }

  /** The parities of other machines' pieces; nothing if there are none. */
  static String parities(List<ParityFile> files, Screen screen) {
    if (files.isEmpty()) {
      return "";
    }
    final Table table =
        new Table()
            .left("PARITIES OF")
            .right("GENERATION")
            .right("RANK")
            .right("SIZE")
            .left("ENOUGH")
            .left("RANKS");
    for (final ParityFile file : files) {
      final ParityHeader header = file.header();
      table
          .row()
          .cell(header.getJob())
          .cell(header.getGeneration())
          .cell(header.getRank())
          .cell(Sizes.format(file.bytes()))
          .cell("any " + header.getNeeded() + " of " + header.getRanksCount())
          .cell(
              header.getRanksList().stream().map(String::valueOf).collect(Collectors.joining(" ")));
    }
    return table.render(screen);
  }

  static String ranks(KeptGeneration generation) {
    return generation.ranks().stream().map(String::valueOf).collect(Collectors.joining(" "));
  }

  private static String grids(KeptGeneration generation) {
    return generation.header().getGridsList().stream()
        .map(CheckpointText::grid)
        .collect(Collectors.joining(", "));
  }

  private static String grid(PieceGrid grid) {
    return grid.getName()
        + " "
        + (grid.getPlanes() > 1 ? grid.getPlanes() + " x " : "")
        + grid.getRows()
        + " x "
        + grid.getColumns()
        + " of "
        + (grid.getElement().isEmpty() ? grid.getCellBytes() + " bytes" : grid.getElement());
  }
}
