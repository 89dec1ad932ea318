package io.lull.client.submit;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A job as on the command line or in a file; nothing in it is checked yet.
 *
 * @param words the options; paths are absolute
 */
public record JobDraft(
    Map<SubmitOption, String> words, Map<String, String> parameters, List<Path> inputs) {

  public JobDraft {
    words = Map.copyOf(words);
    parameters = Map.copyOf(parameters);
    inputs = List.copyOf(inputs);
  }

  @Nullable String word(SubmitOption word) {
    return words.get(word);
  }

  public boolean has(SubmitOption word) {
    return words.containsKey(word);
  }

  @Nullable Path path(SubmitOption word) {
    final String text = words.get(word);
    return text == null ? null : Path.of(text);
  }

  /** This draft; missing values come from the other. */
  public JobDraft over(JobDraft other) {
    final Map<SubmitOption, String> allWords = new EnumMap<>(SubmitOption.class);
    allWords.putAll(other.words);
    allWords.putAll(words);
    final Map<String, String> allParameters = new LinkedHashMap<>(other.parameters);
    allParameters.putAll(parameters);
    return new JobDraft(allWords, allParameters, inputs.isEmpty() ? other.inputs : inputs);
  }
}
