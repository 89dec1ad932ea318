package io.lull.platform.linux.dbus;

import io.lull.platform.input.Coverage;
import io.lull.protocol.time.Clock;
import java.io.IOException;
import java.util.Set;

/** The owner's activity by the idle time that a service counts, in milliseconds. */
final class IdleTime {
  private final SourceReporter voice;
  private final Set<Coverage> coverage;
  private final Clock clock;
  private final String detail;
  private final BusCall question;
  private final IdleCount count = new IdleCount();

  /**
   * @param detail for people: what counts
   * @param question that the service answers by its count
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
   * Asks for the first time, and says that the source works.
   *
   * @return when it was asked
   */
  long begin(BusConnection bus) throws IOException {
    final long asked = clock.nanos();
    count.begin(asked, BusValues.number(bus.ask(question)));
    voice.working(detail, count.lastInputNanos(), coverage);
    return asked;
  }

  /** Asks again, and tells of input that was not known. */
  void look(BusConnection bus) throws IOException {
    final long asked = clock.nanos();
    if (count.tells(asked, BusValues.number(bus.ask(question)))) {
      voice.active(count.lastInputNanos());
    }
  }

  /** A signal comes at this moment: tells of its input, unless a look has already told of it. */
  void input(long nanos) {
    if (count.signals(nanos)) {
      voice.active(nanos);
    }
  }
}
