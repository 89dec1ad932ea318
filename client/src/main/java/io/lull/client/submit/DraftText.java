package io.lull.client.submit;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A draft as text: as a command, or as a specification file. */
public final class DraftText {
  /** Needs no quotes in a shell. */
  private static final Pattern PLAIN = Pattern.compile("[\\w@%+=:,./-]+");

  /** Needs no quotes in YAML, and is text in it or a number. */
  private static final Pattern SCALAR = Pattern.compile("[A-Za-z0-9/][\\w./-]*");

  private DraftText() {}

  /** {@code lull submit --app jacobi --param size=1001}: in a shell it results in this draft. */
  public static String command(JobDraft draft) {
    final List<String> words = new ArrayList<>(List.of("lull", "submit"));
    for (final SubmitOption word : SubmitOption.values()) {
      final @Nullable String value = draft.word(word);
      if (value != null && !word.flag()) {
        words.addAll(List.of(word.option(), shell(value)));
      } else if (value != null && value.strip().equals("true")) {
        words.add(word.option());
      }
    }
    new TreeMap<>(draft.parameters())
        .forEach((name, value) -> words.addAll(List.of("--param", shell(name + "=" + value))));
    draft.inputs().forEach(input -> words.addAll(List.of("--input", shell(input.toString()))));
    return String.join(" ", words);
  }

  private static String shell(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  /** A file that {@link SpecFile} reads as this draft. */
  public static String specification(JobDraft draft) {
    final StringBuilder text = new StringBuilder();
    for (final SubmitOption word : SubmitOption.values()) {
      final @Nullable String value = draft.word(word);
      if (value != null) {
        text.append(word.key()).append(": ").append(yaml(value)).append('\n');
      }
    }
    if (!draft.parameters().isEmpty()) {
      text.append(SpecFile.PARAM).append(":\n");
      new TreeMap<>(draft.parameters())
          .forEach((name, value) ->
              text.append("  ").append(yaml(name)).append(": ").append(yaml(value)).append('\n'));
    }
    if (!draft.inputs().isEmpty()) {
      text.append(SpecFile.INPUT).append(":\n");
      draft
          .inputs()
          .forEach(each -> text.append("  - ").append(yaml(each.toString())).append('\n'));
    }
    return text.toString();
  }

  private static String yaml(String value) {
    if (SCALAR.matcher(value).matches()) {
      return value;
    }
    final StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < value.length(); i++) {
      final char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < ' ' || c == 0x7f) {
        quoted.append(String.format("\\x%02x", (int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
