package io.lull.tray.preferences;

import java.time.DayOfWeek;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * The half hours of a week in which guests are allowed, and their text in the setting {@code
 * schedule}. Immutable.
 */
public final class Week {
  public static final int DAYS = 7;

  /** Of a day. */
  public static final int SLOTS = 48;

  private static final int SLOT_MINUTES = 30;
  private static final int ALL = DAYS * SLOTS;
  private static final String ALWAYS = "always";
  private static final String DAY = "(mon|tue|wed|thu|fri|sat|sun)";
  private static final Pattern SPAN =
      Pattern.compile(
          "(?:"
              + DAY
              + "(?:-"
              + DAY
              + ")?)?\\s*(?:(\\d{1,2}):(\\d{2})\\s*-\\s*(\\d{1,2}):(\\d{2}))?");

  private final BitSet guests;

  private Week(BitSet guests) {
    this.guests = guests;
  }

  /** A week in which guests are always allowed. */
  public static Week open() {
    final BitSet all = new BitSet(ALL);
    all.set(0, ALL);
    return new Week(all);
  }

  /**
   * @return empty if it is not a schedule of half hours
   */
  public static Optional<Week> parse(String text) {
    final String lower = text.strip().toLowerCase(Locale.ROOT);
    if (lower.equals(ALWAYS)) {
      return Optional.of(open());
    }
    final BitSet guests = new BitSet(ALL);
    for (final String part : lower.split(",", -1)) {
      final Matcher m = SPAN.matcher(part.strip());
      if (part.isBlank() || !m.matches() || !paint(guests, m)) {
        return Optional.empty();
      }
    }
    return Optional.of(new Week(guests));
  }

  private static boolean paint(BitSet guests, Matcher m) {
    final int first = m.group(1) == null ? 0 : day(m.group(1));
    final int last = m.group(2) != null ? day(m.group(2)) : m.group(1) == null ? DAYS - 1 : first;
    final int from = m.group(3) == null ? 0 : slot(m.group(3), m.group(4));
    final int to = m.group(3) == null ? SLOTS : slot(m.group(5), m.group(6));
    if (from < 0 || to < 0 || from >= SLOTS) {
      return false;
    }
    final int length = to > from ? to - from : to + SLOTS - from;
    for (int i = 0; i <= Math.floorMod(last - first, DAYS); i++) {
      final int begin = (first + i) % DAYS * SLOTS + from;
      for (int slot = begin; slot < begin + length; slot++) {
        guests.set(slot % ALL);
      }
    }
    return true;
  }

  /** Below 0: no half hour begins then. */
  private static int slot(String hours, String minutes) {
    final int all = Integer.parseInt(hours) * 60 + Integer.parseInt(minutes);
    return all % SLOT_MINUTES == 0 && all <= SLOTS * SLOT_MINUTES ? all / SLOT_MINUTES : -1;
  }

  private static int day(String name) {
    return IntStream.range(0, DAYS).filter(day -> name(day).equals(name)).findFirst().orElseThrow();
  }

  private static String name(int day) {
    return DayOfWeek.of(day + 1).name().substring(0, 3).toLowerCase(Locale.ROOT);
  }

  /**
   * @param day 0 is Monday
   */
  public boolean guests(int day, int slot) {
    return guests.get(day * SLOTS + slot);
  }

  public Week with(int day, int slot, boolean allowed) {
    final BitSet changed = (BitSet) guests.clone();
    changed.set(day * SLOTS + slot, allowed);
    return new Week(changed);
  }

  /** Guests are never allowed: no schedule can say so. */
  public boolean closed() {
    return guests.isEmpty();
  }

  /**
   * In the agent's form; of all equivalent texts, the one that people would write.
   *
   * @throws IllegalStateException if guests are never allowed
   */
  public String text() {
    if (closed()) {
      throw new IllegalStateException("there is no schedule for never");
    }
    if (guests.cardinality() == ALL) {
      return ALWAYS;
    }
    final Map<String, List<Integer>> daysOf = new LinkedHashMap<>();
    for (int day = 0; day < DAYS; day++) {
      for (final String times : times(day)) {
        daysOf.computeIfAbsent(times, _ -> new ArrayList<>()).add(day);
      }
    }
    final List<String> spans = new ArrayList<>();
    daysOf.forEach((times, days) -> spans.addAll(spans(times, days)));
    return String.join(", ", spans);
  }

  /** The spans that begin on a day; one over midnight belongs to the day on which it begins. */
  private List<String> times(int day) {
    if (whole(day)) {
      return List.of("");
    }
    final List<String> times = new ArrayList<>();
    int slot = goesOnFrom(day) ? end(day, 0) : 0;
    while (slot < SLOTS) {
      if (!guests(day, slot)) {
        slot++;
        continue;
      }
      final int end = end(day, slot);
      final int next = (day + 1) % DAYS;
      final int until = end == SLOTS && goesOnFrom(next) ? end(next, 0) : end;
      times.add(" " + time(slot) + "-" + time(until));
      slot = end;
    }
    return times;
  }

  /** Its morning is the end of the span from the evening before. */
  private boolean goesOnFrom(int day) {
    final int before = Math.floorMod(day - 1, DAYS);
    return guests(day, 0)
        && guests(before, SLOTS - 1)
        && !whole(day)
        && !whole(before)
        && end(day, 0) <= begin(before);
  }

  private boolean whole(int day) {
    return end(day, 0) == SLOTS;
  }

  private int end(int day, int from) {
    int slot = from;
    while (slot < SLOTS && guests(day, slot)) {
      slot++;
    }
    return slot;
  }

  /** The start of the day's last span if it lasts until midnight. */
  private int begin(int day) {
    int slot = SLOTS;
    while (slot > 0 && guests(day, slot - 1)) {
      slot--;
    }
    return slot;
  }

  private static String time(int slot) {
    return String.format(
        Locale.ROOT, "%02d:%02d", slot * SLOT_MINUTES / 60, slot * SLOT_MINUTES % 60);
  }

  private static List<String> spans(String times, List<Integer> days) {
    final List<String> spans = new ArrayList<>();
    int i = 0;
    while (i < days.size()) {
      int j = i;
      while (j + 1 < days.size() && days.get(j + 1) == days.get(j) + 1) {
        j++;
      }
      final String first = name(days.get(i));
      spans.add((i == j ? first : first + "-" + name(days.get(j))) + times);
      i = j + 1;
    }
    return spans;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Week week && week.guests.equals(guests);
  }

  @Override
  public int hashCode() {
    return guests.hashCode();
  }
}
