package io.lull.cli.availability;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.wire.HistoryPart;
import io.lull.protocol.wire.NodeUseChange;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HistoryTraceTest {
  private static NodeUseChange change(long at, String node, String use) {
    return NodeUseChange.newBuilder().setAt(at).setNode(node).setUse(use).build();
  }

  private static HistoryTrace twoDays() {
    final HistoryTrace trace = new HistoryTrace();
    trace.accept(
        HistoryPart.newBuilder()
            .setFrom(10_000)
            .setUntil(20_000)
            .addChanges(change(10_000, "pc-b", "owner"))
            .addChanges(change(10_000, "pc-a", "available"))
            .addChanges(change(12_500, "pc-a", "running"))
            .build());
    trace.accept(
        HistoryPart.newBuilder()
            .setFrom(20_000)
            .setUntil(30_000)
            .addChanges(change(25_000, "pc-b", "offline"))
            .build());
    return trace;
  }

  @Test
  void eachMachinesTimeIsWrittenFromTheBeginningToTheEnd() {
    final HistoryTrace trace = twoDays();
    assertThat(trace.csv())
        .isEqualTo(
            """
            machine,start_s,end_s,state
            # began 1970-01-01T00:00:10Z
            pc-a,0.000,2.500,A
            pc-a,2.500,20.000,R
            pc-b,0.000,15.000,U
            pc-b,15.000,20.000,O
            """);
    assertThat(trace.machines()).isEqualTo(2);
    assertThat(trace.empty()).isFalse();
    assertThat(trace.beginMillis()).isEqualTo(10_000);
    assertThat(trace.endMillis()).isEqualTo(30_000);
  }

  @Test
  void pseudonymsSayNothingOfTheNames() {
    final String csv = twoDays().pseudonymousCsv(new SplittableRandom(3));
    assertThat(csv)
        .doesNotContain("pc-")
        .contains("m0001,0.000,", "m0002,0.000,")
        .hasLineCount(twoDays().csv().lines().toList().size());
    assertThat(
            IntStream.range(0, 20)
                .mapToObj(seed -> twoDays().pseudonymousCsv(new SplittableRandom(seed)))
                .distinct())
        .as("either machine may be the first")
        .hasSize(2);
  }

  @Test
  void nothingIsKnownBeforeTheFirstPart() {
    assertThat(new HistoryTrace().empty()).isTrue();
  }
}
