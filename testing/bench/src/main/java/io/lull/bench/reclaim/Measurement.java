package io.lull.bench.reclaim;

import java.io.IOException;
import java.util.List;

/** Measures a part of the table. */
interface Measurement {
  List<Row> rows() throws IOException, InterruptedException;
}
