package io.lull.cli.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lull.agent.parity.ParityFile;
import io.lull.protocol.wire.ParityHeader;
import io.lull.protocol.wire.PieceGrid;
import io.lull.protocol.wire.PieceHeader;
import io.lull.protocol.wire.ReplicatedValue;
import io.lull.reconfig.checkpoint.KeptGeneration;
import io.lull.reconfig.checkpoint.KeptPiece;
import io.lull.reconfig.checkpoint.PieceSearch;
import java.nio.file.Path;
import java.util.List;

/** Checkpoints for programs. */
final class CheckpointJson {
  private CheckpointJson() {}

  static ObjectNode of(
      List<KeptGeneration> generations,
      List<ParityFile> parities,
      List<PieceSearch.Damage> damaged) {
    final ObjectNode o = JsonNodeFactory.instance.objectNode();
    final ArrayNode all = o.putArray("generations");
    generations.forEach(each -> all.add(generation(each)));
    final ArrayNode files = o.putArray("parities");
    for (final ParityFile file : parities) {
      final ParityHeader header = file.header();
      final ObjectNode one =
          files
              .addObject()
              .put("job", header.getJob())
              .put("generation", header.getGeneration())
              .put("rank", header.getRank())
              .put("file", file.file().toString())
              .put("bytes", file.bytes())
              .put("needed", header.getNeeded());
      header.getRanksList().forEach(one.putArray("ranks")::add);
    }
    o.set("damaged", damaged(damaged));
    return o;
  }

  static ArrayNode damaged(List<PieceSearch.Damage> damaged) {
    final ArrayNode all = JsonNodeFactory.instance.arrayNode();
    damaged.forEach(
        each -> all.addObject().put("file", each.file().toString()).put("why", each.why()));
    return all;
  }

  static ObjectNode exported(KeptGeneration generation, List<Path> files) {
    final ObjectNode o = generation(generation);
    final ArrayNode list = o.putArray("files");
    files.forEach(file -> list.add(file.toString()));
    return o;
  }

  private static ObjectNode generation(KeptGeneration generation) {
    final PieceHeader header = generation.header();
    final ObjectNode o = JsonNodeFactory.instance.objectNode();
    o.put("job", generation.job());
    o.put("generation", generation.number());
    o.put("epoch", header.getEpoch());
    o.put("safePoint", header.getSafePoint());
    o.put("iteration", header.getState().getIteration());
    o.put("complete", generation.complete());
    o.put("encrypted", generation.encrypted());
    final ObjectNode values = o.putObject("values");
    for (final ReplicatedValue value : header.getState().getValuesList()) {
      values.put(value.getName(), value.getValue());
    }
    final ArrayNode grids = o.putArray("grids");
    for (final PieceGrid grid : header.getGridsList()) {
      grids
          .addObject()
          .put("name", grid.getName())
          .put("planes", Math.max(1, grid.getPlanes()))
          .put("rows", grid.getRows())
          .put("columns", grid.getColumns())
          .put("cellBytes", grid.getCellBytes())
          .put("element", grid.getElement());
    }
    final ArrayNode pieces = o.putArray("pieces");
    for (final KeptPiece piece : generation.pieces()) {
      pieces
          .addObject()
          .put("rank", piece.header().getRank())
          .put("file", piece.file().toString())
          .put("bytes", piece.bytes());
    }
    return o;
  }
}
