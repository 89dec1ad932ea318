package io.lull.cli.run;

import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.CheckValue;
import io.lull.protocol.wire.JobView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Compares the results of two runs of a program. */
final class ResultComparison {
  private static final String LOG = "log.txt";

  private ResultComparison() {}

  /**
   * A job that has finished, and its outputs.
   *
   * @param folder with the files
   */
  record Result(JobView job, Path folder) {
    private Set<String> names() {
      return job.getOutputsList().stream()
          .map(Blob::getName)
          .filter(name -> !isLog(name))
          .collect(Collectors.toCollection(TreeSet::new));
    }

    private List<String> values() {
      return job.getCheckValuesList().stream()
          .map(value -> value.getName() + " " + value.getValue())
          .toList();
    }
  }

  /** What programs print may contain times. */
  private static boolean isLog(String name) {
    return name.equals(LOG) || name.endsWith(".stderr");
  }

  /** The first difference, as a phrase; empty: none. */
  static String difference(Result several, Result one) throws IOException {
    if (!several.names().equals(one.names())) {
      return "the outputs are " + several.names() + ", those of one worker " + one.names();
    }
    for (final String name : several.names()) {
      final long at = Files.mismatch(several.folder().resolve(name), one.folder().resolve(name));
      if (at >= 0) {
        return name + " differs from byte " + at + " on";
      }
    }
    for (int i = 0; i < several.values().size() && i < one.values().size(); i++) {
      if (!several.values().get(i).equals(one.values().get(i))) {
        return several.values().get(i) + ", and " + one.values().get(i) + " on one worker";
      }
    }
    return several.values().size() == one.values().size()
        ? ""
        : "the numbers of check values differ: "
            + names(several.job().getCheckValuesList())
            + " and "
            + names(one.job().getCheckValuesList());
  }

  private static List<String> names(List<CheckValue> values) {
    return values.stream().map(CheckValue::getName).toList();
  }

  /** Whether there is anything to compare. */
  static boolean isEmpty(Result result) {
    return result.names().isEmpty() && result.values().isEmpty();
  }
}
