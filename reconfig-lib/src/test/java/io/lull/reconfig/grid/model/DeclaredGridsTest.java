package io.lull.reconfig.grid.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.reconfig.Parameters;
import io.lull.reconfig.distribution.Extents;
import io.lull.reconfig.grid.Halo;
import io.lull.reconfig.model.ModelContext;
import io.lull.reconfig.model.ProgramInput;
import io.lull.reconfig.parallel.KernelThreads;
import io.lull.reconfig.record.RecordShape;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What may be declared. */
final class DeclaredGridsTest {
  private final KernelThreads threads = new KernelThreads(() -> 1);
  private final DeclaredGrids space =
      new DeclaredGrids(
          ModelContext.alone(
              new ProgramInput(new Parameters(Map.of()), List.of(), Path.of("outputs"))),
          threads);

  @Test
  void recordsWithoutFieldsAreRefusedAndTheNameIsStillFree() {
    assertThatThrownBy(
            () -> space.recordGrid("cloud", new RecordShape(), Extents.of(4, 4), Halo.of(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the records of grid cloud have no fields: name them before the grid");
    final RecordShape record = new RecordShape();
    record.intField("kind");
    space.recordGrid("cloud", record, Extents.of(4, 4), Halo.of(1));
    assertThat(space.grids()).hasSize(1);
    threads.close();
  }

  @Test
  void aRecordIsAsLongAsItMayBeAndNoLonger() {
    final RecordShape record = new RecordShape();
    final int most = (1 << 16) / Double.BYTES;
    for (int field = 0; field < most; field++) {
      record.doubleField("f" + field);
    }
    assertThat(record.bytes()).isEqualTo(1 << 16);
    assertThatThrownBy(() -> record.intField("more")).hasMessage("a record of over 65536 bytes");
    threads.close();
  }
}
