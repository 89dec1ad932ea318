package io.lull.protocol.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.MessageLite;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Messages of jobs of grids and of bags have the bytes that they had when there was nothing else:
 * what is stored, and what agents and workers of earlier versions say, is understood, and they
 * understand what is said now.
 */
final class GoldenBytesTest {
  private static final Bag BAG =
      Bag.newBuilder()
          .addCommand("render")
          .addCommand("{}")
          .setTasks(12)
          .setLines(Blob.newBuilder().setName("scenes").setSha256("ab").setSizeBytes(77))
          .setTaskMillis(90_000)
          .setRetries(2)
          .build();

  private static final Layout LAYOUT =
      Layout.newBuilder()
          .setEpoch(4)
          .addMembers(
              Member.newBuilder().setWorker("w1").setHost("10.0.0.1").setPort(4711).setWeight(1.5))
          .addMembers(Member.newBuilder().setWorker("w2").setHost("10.0.0.2").setPort(4712))
          .addTilings(
              Tiling.newBuilder()
                  .addAllExtents(List.of(20L, 30L))
                  .addAllEnds(List.of(0L, 10L, 0L, 30L, 10L, 20L, 0L, 30L)))
          .addTilings(
              Tiling.newBuilder()
                  .addAllExtents(List.of(64L, 64L))
                  .addAllProcesses(List.of(1, 2))
                  .setDivision(GridDivision.newBuilder().addAllBlockLengths(List.of(3L, 4L))))
          .build();

  private static final Map<String, MessageLite> MESSAGES =
      Map.of(
          "welcome of a grid program",
          Welcome.newBuilder()
              .setJob("J7")
              .setWorker("w1")
              .setMainClass("example.Heat")
              .addParameters(Parameter.newBuilder().setName("size").setValue("100"))
              .setListenHost("10.0.0.1")
              .setWorkDirectory("/var/lull/w1")
              .setNode("n1")
              .build(),
          "welcome of a bag",
          Welcome.newBuilder().setJob("J8").setWorker("w2").setNode("n2").setBag(BAG).build(),
          "a grid program's order to start",
          StartWorker.newBuilder()
              .setJob("J7")
              .setWorker("w1")
              .setApp("jacobi")
              .setMemoryBytes(1 << 20)
              .setUser("ada")
              .build(),
          "a bag's order to start",
          StartWorker.newBuilder().setJob("J8").setWorker("w2").setUser("ada").setBag(BAG).build(),
          "a grid program's submission",
          JobSpec.newBuilder().setName("heat").setApp("jacobi").setMaxWorkers(8).build(),
          "a bag's submission",
          JobSpec.newBuilder().setName("film").setBag(BAG).addAfter("J6").setRequest("r1").build(),
          "a layout",
          LAYOUT,
          "a live change",
          Reconfigure.newBuilder()
              .setEpoch(5)
              .addAllMembers(LAYOUT.getMembersList())
              .setLive(Live.newBuilder().setLayout(LAYOUT).setSafePoint(31))
              .setDeadlineMillis(60_000)
              .build(),
          "a piece's header",
          PieceHeader.newBuilder()
              .setVersion(1)
              .setJob("J7")
              .setGeneration(3)
              .setRank(1)
              .setEpoch(4)
              .setSafePoint(31)
              .setState(ReplicatedState.newBuilder().setIteration(30).setSafePoint(31))
              .addGrids(
                  PieceGrid.newBuilder()
                      .setName("u")
                      .setRows(20)
                      .setColumns(30)
                      .setCellBytes(8)
                      .setElement("f64")
                      .setRowTo(10)
                      .setColumnTo(30)
                      .setRowsPerBlock(4))
              .build());

  private static final Map<String, String> BYTES =
      Map.ofEntries(
          Map.entry(
              "a bag's order to start",
              "0a024a3812027732620361646172240a0672656e6465720a027b7d100c1a0e0a06736365"
                  + "6e657312026162184d2090bf052802"),
          Map.entry(
              "a bag's submission",
              "0a0466696c6d72240a0672656e6465720a027b7d100c1a0e0a067363656e657312026162"
                  + "184d2090bf0528027a024a36a201027231"),
          Map.entry(
              "a grid program's order to start",
              "0a024a371202773122066a61636f6269488080406203616461"),
          Map.entry("a grid program's submission", "0a046865617412066a61636f62694008"),
          Map.entry(
              "a layout",
              "0804121a0a0277311a0831302e302e302e3120e72429000000000000f83f12110a027732"
                  + "1a0831302e302e302e3220e8241a0e1a08000a001e0a14001e2202141e1a0e220240402a"
                  + "041202030432020102"),
          Map.entry(
              "a live change",
              "0805121a0a0277311a0831302e302e302e3120e72429000000000000f83f12110a027732"
                  + "1a0831302e302e302e3220e82422550a510804121a0a0277311a0831302e302e302e3120"
                  + "e72429000000000000f83f12110a0277321a0831302e302e302e3220e8241a0e1a08000a"
                  + "001e0a14001e2202141e1a0e220240402a041202030432020102101f30e0d403"),
          Map.entry(
              "a piece's header",
              "080112024a37180320012804301f3a04081e101f42140a01751014181e2008300a401e48"
                  + "046a03663634"),
          Map.entry(
              "welcome of a bag",
              "0a024a381202773242026e3252240a0672656e6465720a027b7d100c1a0e0a067363656e"
                  + "657312026162184d2090bf052802"),
          Map.entry(
              "welcome of a grid program",
              "0a024a37120277311a0c6578616d706c652e48656174220b0a0473697a6512033130302a"
                  + "0831302e302e302e31320c2f7661722f6c756c6c2f773142026e31"));

  @Test
  void theyAreWrittenAsTheyWere() {
    assertThat(MESSAGES.keySet()).isEqualTo(BYTES.keySet());
    MESSAGES.forEach((name, message) ->
        assertThat(HexFormat.of().formatHex(message.toByteArray()))
            .as(name)
            .isEqualTo(BYTES.get(name)));
  }

  @Test
  void theyAreReadAsTheyWere() throws Exception {
    for (final Map.Entry<String, MessageLite> each : MESSAGES.entrySet()) {
      final ByteString bytes =
          ByteString.copyFrom(HexFormat.of().parseHex(BYTES.getOrDefault(each.getKey(), "")));
      assertThat(each.getValue().getParserForType().parseFrom(bytes))
          .as(each.getKey())
          .isEqualTo(each.getValue());
    }
  }
}
