package io.lull.platform.linux.dbus;

import io.lull.platform.input.InputSignal;
import io.lull.platform.input.InputSource;
import io.lull.testkit.time.Eventually;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/** What a source has said. */
final class Heard implements AutoCloseable {
  static final Duration SOON = Duration.ofSeconds(20);

  private final List<InputSignal> signals = new CopyOnWriteArrayList<>();
  private final InputSource source;

  private Heard(InputSource source) {
    this.source = source;
  }

  static Heard of(InputSource source) {
    final Heard heard = new Heard(source);
    source.start(heard.signals::add);
    return heard;
  }

  List<InputSignal> all() {
    return List.copyOf(signals);
  }

  int count() {
    return signals.size();
  }

  <T extends InputSignal> List<T> all(Class<T> type) {
    return signals.stream().filter(type::isInstance).map(type::cast).toList();
  }

  /** The first of the type after so many signals, already heard or still to come. */
  <T extends InputSignal> T await(Class<T> type, int from, Predicate<T> which) {
    try {
      return Eventually.get(
          type.getSimpleName(),
          SOON,
          () ->
              signals.stream()
                  .skip(from)
                  .filter(type::isInstance)
                  .map(type::cast)
                  .filter(which)
                  .findFirst()
                  .orElse(null));
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + ", but only " + signals, e);
    }
  }

  <T extends InputSignal> T await(Class<T> type) {
    return await(type, 0, _ -> true);
  }

  <T extends InputSignal> T await(Class<T> type, int from) {
    return await(type, from, _ -> true);
  }

  @Override
  public void close() {
    source.close();
  }
}
