package io.lull.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Options that are given as a name and a value each. What cannot be used is refused with one line,
 * in an {@link IllegalArgumentException}, when it is asked for.
 */
public final class OptionPairs {
  /** How large what is measured is; several, with commas between them. */
  public static final String SIZES = "--sizes";

  /** How often each is measured. */
  public static final String ROUNDS = "--rounds";

  /** A program that does the same under MPI. */
  public static final String MPI = "--mpi";

  /** The option that says how many millions of cells are computed for a figure. */
  public static final String UPDATES = "--updates";

  /** Another program that does the same; may be given several times. */
  public static final String PEER = "--peer";

  /** Where the figures go as a document. */
  public static final String JSON = "--json";

  private final Map<String, List<String>> values;

  private OptionPairs(Map<String, List<String>> values) {
    this.values = values;
  }

  /**
   * @param known the options that there are
   * @throws IllegalArgumentException with one line, when there is another or a value is missing
   */
  public static OptionPairs read(List<String> words, String... known) {
    final Map<String, List<String>> values = new LinkedHashMap<>();
    for (int i = 0; i < words.size(); i += 2) {
      final String name = words.get(i);
      if (!Set.of(known).contains(name)) {
        throw new IllegalArgumentException("no option is named " + name + "; --help says more");
      }
      if (i + 1 == words.size()) {
        throw new IllegalArgumentException(name + " wants a value; --help says more");
      }
      values.computeIfAbsent(name, _ -> new ArrayList<>()).add(words.get(i + 1));
    }
    return new OptionPairs(values);
  }

  /** The last one of an option that is meant once. */
  private Optional<String> last(String option) {
    return Optional.ofNullable(values.get(option)).map(List::getLast);
  }

  /** As it was given. */
  public Optional<String> text(String option) {
    return last(option);
  }

  /** A whole number from 1. */
  public int whole(String option, int most, int otherwise) {
    return whole(option, 1, most, otherwise);
  }

  /** A whole number. */
  public int whole(String option, int least, int most, int otherwise) {
    return last(option).map(text -> whole(option, text, least, most)).orElse(otherwise);
  }

  /** Whole numbers from 1, with commas between them. */
  public List<Integer> wholes(String option, int most, Integer... otherwise) {
    return last(option)
        .map(text ->
            Arrays.stream(text.split(",")).map(each -> whole(option, each, 1, most)).toList())
        .orElse(List.of(otherwise));
  }

  private static int whole(String option, String text, int least, int most) {
    try {
      final int number = Integer.parseInt(text);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // said below, like a number out of range
    }
    throw new IllegalArgumentException(
        option + " " + text + " cannot be used: a whole number from " + least + " to " + most);
  }

  /**
   * The constant with that name, in small letters.
   *
   * @throws IllegalArgumentException with one line, when none has it
   */
  public static <E extends Enum<E>> E constant(String word, Class<E> type) {
    final List<E> all = List.of(type.getEnumConstants());
    return all.stream()
        .filter(each -> smallName(each).equals(word))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "'"
                    + word
                    + "' is none of "
                    + String.join(", ", all.stream().map(OptionPairs::smallName).toList())));
  }

  private static String smallName(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** On or off. */
  public boolean on(String option, boolean otherwise) {
    return last(option)
        .map(text ->
            switch (text) {
              case "on" -> true;
              case "off" -> false;
              default ->
                  throw new IllegalArgumentException(option + " " + text + " is not on or off");
            })
        .orElse(otherwise);
  }

  /** A command's words, which spaces separate; empty when none is given. */
  public List<String> command(String option) {
    return last(option).map(OptionPairs::words).orElse(List.of());
  }

  /** Commands by the names that they are given, as NAME=COMMAND. */
  public Map<String, List<String>> peers() {
    return commands(PEER);
  }

  /** The same of another option. */
  public Map<String, List<String>> commands(String option) {
    final Map<String, List<String>> peers = new LinkedHashMap<>();
    for (final String peer : values.getOrDefault(option, List.of())) {
      final int equals = peer.indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException(option + " " + peer + " is not NAME=COMMAND");
      }
      peers.put(peer.substring(0, equals), words(peer.substring(equals + 1)));
    }
    return peers;
  }

  private static List<String> words(String command) {
    return List.of(command.split("\\s+"));
  }

  /** Where a document is to be written, if one is. */
  public FigureDocument document() {
    return new FigureDocument(last(JSON).map(Path::of));
  }
}
