package io.lull.bench.validate;

import io.lull.bench.validate.OfficeRecord.JobTimes;
import io.lull.coordinator.availability.NodeUse;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleBiFunction;

/** One history, both ways. */
record OfficePair(OfficeHistory history, OfficeRecord live, OfficeRecord simulated) {
  /** Of each job. */
  List<Double> each(ToDoubleBiFunction<JobTimes, JobTimes> figure) {
    final List<Double> all = new ArrayList<>();
    for (int job = 0; job < live.jobs().size(); job++) {
      all.add(figure.applyAsDouble(live.jobs().get(job), simulated.jobs().get(job)));
    }
    return all;
  }

  /** By how much the simulated response times differ, in per cent. */
  List<Double> errors() {
    return each((real, foretold) ->
        100.0
            * Math.abs(foretold.responseMillis() - real.responseMillis())
            / real.responseMillis());
  }

  double sameUse() {
    return live.agreement(simulated, use -> use);
  }

  /** Whether an owner keeps jobs away. */
  double samePresence() {
    return live.agreement(simulated, use -> use == NodeUse.RUNNING ? NodeUse.AVAILABLE : use);
  }
}
