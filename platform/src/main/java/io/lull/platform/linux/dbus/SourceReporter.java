package io.lull.platform.linux.dbus;

import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSignal;
import java.util.Set;
import java.util.function.Consumer;

/** A source's reports about itself, each loss only once. For one thread, except {@link #to}. */
final class SourceReporter {
  private final String name;
  private volatile Consumer<InputSignal> sink = _ -> {};
  private String lostTold = "";

  SourceReporter(String name) {
    this.name = name;
  }

  String name() {
    return name;
  }

  void to(Consumer<InputSignal> to) {
    sink = to;
  }

  void say(InputSignal signal) {
    sink.accept(signal);
  }

  void working(String detail, long lastInputNanos, Set<Coverage> coverage) {
    lostTold = "";
    say(new InputSignal.Working(name, detail, lastInputNanos, coverage));
  }

  void lost(String why) {
    if (!lostTold.equals(why)) {
      lostTold = why;
      say(new InputSignal.Lost(name, why));
    }
  }

  void active(long nanos) {
    say(new InputSignal.Activity(name, nanos, InputSignal.Kind.UNKNOWN));
  }
}
