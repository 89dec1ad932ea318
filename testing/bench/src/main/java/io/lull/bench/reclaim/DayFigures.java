package io.lull.bench.reclaim;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lull.agent.core.settings.Settings;
import io.lull.bench.day.DayReplay;
import io.lull.bench.reclaim.Row.Met;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Days of events before the agent's decisions: how many minutes they misjudge. */
final class DayFigures implements Measurement {
  private static final int DAYS = 20;

  private final long seed;

  DayFigures(Options options) {
    this.seed = options.seed();
  }

  @Override
  public List<Row> rows() {
    int present = 0;
    int away = 0;
    int either = 0;
    final List<String> falselyAbsent = new ArrayList<>();
    final List<String> falselyPresent = new ArrayList<>();
    for (int day = 0; day < DAYS; day++) {
      final Settings settings =
          day % 2 == 0 ? Settings.DEFAULTS : Settings.of(Map.of("ignore-knocks", "on"));
      final DayReplay.Verdict verdict = DayReplay.of(seed + day, settings);
      present += verdict.present();
      away += verdict.away();
      either += verdict.either();
      falselyAbsent.addAll(verdict.falselyAbsent());
      falselyPresent.addAll(verdict.falselyPresent());
    }
    final String leftOut = "; " + either + " minutes in which both are right, in " + DAYS + " days";
    return List.of(
        row("false presence", falselyPresent, away, " minutes without an owner" + leftOut),
        row("false absence", falselyAbsent, present, " minutes with an owner" + leftOut));
  }

  private static Row row(String figure, List<String> wrong, int of, String remark) {
    final ObjectNode numbers = JsonNodeFactory.instance.objectNode();
    numbers.put("wrongMinutes", wrong.size());
    numbers.put("judgedMinutes", of);
    wrong.forEach(numbers.putArray("wrong")::add);
    return new Row(
        figure + " over days of events",
        wrong.size() + " of " + of + remark,
        "none",
        Met.when(wrong.isEmpty()),
        numbers);
  }
}
