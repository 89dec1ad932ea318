package io.lull.client.submit;

import static io.lull.client.submit.JobChecks.require;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Jobs of one draft that differ by an index: {@code {index}} in a parameter's value stands for it.
 * Each is a normal job.
 */
public final class JobArrays {
  /** The maximum of one submission. */
  static final int MOST = 500;

  static final String INDEX = "{index}";

  private static final Pattern RANGE = Pattern.compile("(\\d{1,9})-(\\d{1,9})");

  private JobArrays() {}

  /** Checked jobs: one for a draft without an array. */
  public static List<JobPlan> check(JobDraft draft) {
    final Optional<String> range = Optional.ofNullable(draft.word(SubmitOption.ARRAY));
    return range.isEmpty()
        ? List.of(JobChecks.check(draft))
        : drafts(draft, range.get()).stream().map(JobChecks::check).toList();
  }

  private static List<JobDraft> drafts(JobDraft draft, String range) {
    require(
        Stream.of(SubmitOption.COMMAND, SubmitOption.TASKS, SubmitOption.EACH)
            .noneMatch(draft::has),
        "--array does not apply to tasks: use --tasks N instead");
    final Matcher m = RANGE.matcher(range.strip());
    require(m.matches(), "--array: '" + range + "' must be FIRST-LAST, such as 0-9");
    final int first = Integer.parseInt(m.group(1));
    final int last = Integer.parseInt(m.group(2));
    require(
        first <= last, "--array: " + range + " ends before it begins: write " + last + "-" + first);
    require(last - first < MOST, "--array: at most " + MOST + " jobs");
    require(
        draft.parameters().values().stream().anyMatch(value -> value.contains(INDEX)),
        "--array: all jobs would be the same: write "
            + INDEX
            + " where they should differ, such as --param size="
            + INDEX
            + "01");
    final List<JobDraft> drafts = new ArrayList<>();
    for (int index = first; index <= last; index++) {
      drafts.add(at(draft, index));
    }
    return drafts;
  }

  private static JobDraft at(JobDraft draft, int index) {
    final String number = Integer.toString(index);
    final Map<SubmitOption, String> words = new EnumMap<>(draft.words());
    words.remove(SubmitOption.ARRAY);
    words.put(
        SubmitOption.NAME,
        Stream.of(SubmitOption.NAME, SubmitOption.APP)
                .filter(words::containsKey)
                .map(words::get)
                .findFirst()
                .orElse("job")
            + " "
            + number);
    words.computeIfPresent(SubmitOption.OUTPUT, (_, folder) -> folder + "/" + number);
    final Map<String, String> parameters = new LinkedHashMap<>();
    draft.parameters().forEach((name, value) -> parameters.put(name, value.replace(INDEX, number)));
    return new JobDraft(words, parameters, draft.inputs());
  }
}
