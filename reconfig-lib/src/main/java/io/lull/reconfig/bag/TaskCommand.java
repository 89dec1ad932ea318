package io.lull.reconfig.bag;

import io.lull.protocol.wire.Bag;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/**
 * The command of each task. The words go to the program as they are, no shell reads them: what
 * stands in a line is never more than a part of one word.
 *
 * @param words in which {@code {}} and {@code {index}} stand for the task's own
 * @param lines one for each task; none: a task's index is its line
 */
record TaskCommand(List<String> words, List<String> lines, int tasks) {
  private static final String INDEX = "{index}";
  private static final String LINE = "{}";

  TaskCommand {
    words = List.copyOf(words);
    lines = List.copyOf(lines);
  }

  /**
   * @throws IOException when the lines cannot be read, or are not one for each task
   */
  static TaskCommand of(Bag bag, TaskFolder folder) throws IOException {
    return new TaskCommand(bag.getCommandList(), lines(bag, folder), bag.getTasks());
  }

  /**
   * One for each task; none: a task's index is its line.
   *
   * @throws IOException as above
   */
  static List<String> lines(Bag bag, TaskFolder folder) throws IOException {
    final List<String> lines =
        bag.hasLines() ? Files.readAllLines(folder.lines(), StandardCharsets.UTF_8) : List.of();
    if (bag.hasLines() && lines.size() < bag.getTasks()) {
      throw new IOException(
          "there are " + lines.size() + " lines for " + bag.getTasks() + " tasks");
    }
    return lines;
  }

  /**
   * @throws IllegalArgumentException when there is no such task
   */
  List<String> of(int task) {
    if (task < 0 || task >= tasks) {
      throw new IllegalArgumentException("there is no task " + task);
    }
    final String index = String.valueOf(task);
    final String line = lines.isEmpty() ? index : lines.get(task);
    final List<String> filled = new ArrayList<>();
    for (final String word : words) {
      filled.add(filled(word, index, line));
    }
    return filled;
  }

  /** From left to right: what was put in is not looked at again. */
  private static String filled(String word, String index, String line) {
    final StringBuilder out = new StringBuilder();
    int at = 0;
    while (at < word.length()) {
      if (word.startsWith(LINE, at)) {
        out.append(line);
        at += LINE.length();
      } else if (word.startsWith(INDEX, at)) {
        out.append(index);
        at += INDEX.length();
      } else {
        out.append(word.charAt(at));
        at++;
      }
    }
    return out.toString();
  }
}
