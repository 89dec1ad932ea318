package io.lull.platform.linux.dbus;

import io.lull.platform.input.Coverage;
import io.lull.protocol.time.Clock;
import java.io.IOException;
import java.util.Set;

/** The owner's activity by a service's idle time, in milliseconds. */
final class IdleTime {
  private final SourceReporter voice;
  private final Set<Coverage> coverage;
  private final Clock clock;
  private final String detail;
  private final BusCall question;
  private final IdleCount count = new IdleCount();

  /**
   * @param detail for people: what counts
   * @param question whose answer is the count
   */
  IdleTime(
      SourceReporter voice, Set<Coverage> coverage, Clock clock, String detail, BusCall question) {
    this.voice = voice;
    this.coverage = Set.copyOf(coverage);
    this.clock = clock;
    this.detail = detail;
    this.question = question;
  }

  /**
   * Queries for the first time, and reports that the source works.
   *
   * @return the time of the query
   */
  long begin(BusConnection bus) throws IOException {
    final long asked = clock.nanos();
    count.begin(asked, BusValues.number(bus.ask(question)));
    voice.working(detail, count.lastInputNanos(), coverage);
    return asked;
  }

  /** Queries again, and reports unknown input. */
  void look(BusConnection bus) throws IOException {
    final long asked = clock.nanos();
    if (count.tells(asked, BusValues.number(bus.ask(question)))) {
      voice.active(count.lastInputNanos());
    }
  }

  /** A signal arrives now: reports its input, unless a query has already reported it. */
  void input(long nanos) {
    if (count.signals(nanos)) {
      voice.active(nanos);
    }
  }
}
