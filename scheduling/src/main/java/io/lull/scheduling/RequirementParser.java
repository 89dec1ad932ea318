package io.lull.scheduling;

import io.lull.scheduling.Requirement.Condition;
import io.lull.scheduling.Requirement.Relation;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Recursive descent over a requirement's text. */
final class RequirementParser {
  private static final int LONGEST_TEXT = 1000;
  private static final int DEEPEST_NESTING = 32;
  private static final Set<String> NUMBERS = Set.of("cores", "memory", "speed");
  private static final Set<String> WORDS = Set.of("os", "name");

  /** Before the name of a label. */
  private static final String LABEL = "label.";

  private final String text;
  private int at;
  private int depth;

  private RequirementParser(String text) {
    this.text = text;
  }

  static Condition parse(String text) {
    if (text.length() > LONGEST_TEXT) {
      throw new IllegalArgumentException(
          "the requirement is longer than " + LONGEST_TEXT + " characters: shorten it");
    }
    final RequirementParser parser = new RequirementParser(text);
    final Condition condition = parser.either();
    if (parser.peek() != '\0') {
      throw parser.wrong("expected && or || or the end");
    }
    return condition;
  }

  private Condition either() {
    Condition left = both();
    while (take("||")) {
      final Condition first = left;
      final Condition second = both();
      left = (name, traits) -> first.holds(name, traits) || second.holds(name, traits);
    }
    return left;
  }

  private Condition both() {
    Condition left = one();
    while (take("&&")) {
      final Condition first = left;
      final Condition second = one();
      left = (name, traits) -> first.holds(name, traits) && second.holds(name, traits);
    }
    return left;
  }

  private Condition one() {
    if (++depth > DEEPEST_NESTING) {
      throw wrong("more than " + DEEPEST_NESTING + " levels of nesting: write it more simply");
    }
    final Condition condition;
    if (take("!")) {
      final Condition inner = one();
      condition = (name, traits) -> !inner.holds(name, traits);
    } else if (take("(")) {
      condition = either();
      if (!take(")")) {
        throw wrong("expected a closing parenthesis");
      }
    } else {
      condition = comparison();
    }
    depth--;
    return condition;
  }

  private Condition comparison() {
    final int start = skip();
    final String fact = word().toLowerCase(Locale.ROOT);
    final boolean label = fact.startsWith(LABEL) && fact.length() > LABEL.length();
    if (!NUMBERS.contains(fact) && !WORDS.contains(fact) && !label) {
      at = start;
      throw wrong("expected one of os, name, cores, memory, speed, label.NAME");
    }
    final Relation relation = relation();
    final int valueStart = skip();
    final String value = value();
    if (value.isEmpty()) {
      throw wrong("expected a value for " + fact);
    }
    if (label || WORDS.contains(fact)) {
      if (relation != Relation.EQUAL && relation != Relation.DIFFERENT) {
        at = valueStart;
        throw wrong(fact + " can only be compared with == and !=");
      }
      final boolean equal = relation == Relation.EQUAL;
      if (label) {
        final String wanted = fact.substring(LABEL.length()) + "=" + value.toLowerCase(Locale.ROOT);
        return (name, traits) -> traits.labels().contains(wanted) == equal;
      }
      return fact.equals("os")
          ? (name, traits) -> traits.os().equalsIgnoreCase(value) == equal
          : (name, traits) -> name.equalsIgnoreCase(value) == equal;
    }
    try {
      return Requirement.number(fact, relation, value);
    } catch (NumberFormatException e) {
      at = valueStart;
      throw wrong("'" + value + "' is not a number", e);
    } catch (IllegalArgumentException e) {
      at = valueStart;
      throw wrong(String.valueOf(e.getMessage()), e);
    }
  }

  private Relation relation() {
    for (final Relation relation : Relation.values()) {
      if (take(relation.sign)) {
        return relation;
      }
    }
    throw wrong("expected ==, !=, >=, <=, > or <");
  }

  private String value() {
    if (peek() == '"' || peek() == '\'') {
      final char quote = text.charAt(at);
      final int end = text.indexOf(quote, at + 1);
      if (end < 0) {
        throw wrong("the quotation is not closed");
      }
      final String value = text.substring(at + 1, end);
      at = end + 1;
      return value;
    }
    return word();
  }

  private String word() {
    final int start = skip();
    while (at < text.length()
        && (Character.isLetterOrDigit(text.charAt(at)) || "._-".indexOf(text.charAt(at)) >= 0)) {
      at++;
    }
    return text.substring(start, at);
  }

  private boolean take(String sign) {
    skip();
    if (!text.startsWith(sign, at) || (sign.equals("!") && text.startsWith("!=", at))) {
      return false;
    }
    at += sign.length();
    return true;
  }

  private char peek() {
    skip();
    return at < text.length() ? text.charAt(at) : '\0';
  }

  private int skip() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return at;
  }

  private IllegalArgumentException wrong(String what) {
    return wrong(what, null);
  }

  private IllegalArgumentException wrong(String what, @Nullable Exception cause) {
    return new IllegalArgumentException(
        "requirement '"
            + text
            + "', character "
            + (at + 1)
            + ": "
            + what
            + "; write it as os == linux && cores >= 4 && memory >= 8G",
        cause);
  }
}
