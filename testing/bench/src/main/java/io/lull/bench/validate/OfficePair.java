package io.lull.bench.validate;

import io.lull.bench.validate.OfficeRecord.JobTimes;
import io.lull.coordinator.availability.NodeUse;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleBiFunction;

/**
 * One history, twice.
 *
 * @param other simulated, or lived once more
 */
record OfficePair(OfficeHistory history, OfficeRecord live, OfficeRecord other) {
  /** Of each job. */
  List<Double> each(ToDoubleBiFunction<JobTimes, JobTimes> figure) {
    final List<Double> all = new ArrayList<>();
    for (int job = 0; job < live.jobs().size(); job++) {
      all.add(figure.applyAsDouble(live.jobs().get(job), other.jobs().get(job)));
    }
    return all;
  }

  /** By how much the other response times differ, in per cent. */
  List<Double> errors() {
    return each((one, another) ->
        100.0 * Math.abs(another.responseMillis() - one.responseMillis()) / one.responseMillis());
  }

  double sameUse() {
    return live.agreement(other, use -> use);
  }

  /** Whether an owner keeps jobs away. */
  double samePresence() {
    return live.agreement(other, use -> use == NodeUse.RUNNING ? NodeUse.AVAILABLE : use);
  }
}
