package io.lull.platform.linux.tray;

import io.lull.platform.linux.dbus.BusBody;
import io.lull.platform.linux.dbus.BusCall;
import io.lull.platform.linux.dbus.BusConnection;
import io.lull.platform.linux.dbus.BusMessage;
import io.lull.platform.linux.dbus.BusValues;
import io.lull.platform.tray.TrayPresence;
import io.lull.protocol.time.Clock;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * Registers the icon with the service that collects icons for the panels of a session, and again
 * with its successor. Never waits for an answer: the service may query the icon before it answers.
 * For one thread and one connection.
 */
final class WatcherFollower {
  static final String WATCHER = "org.kde.StatusNotifierWatcher";
  static final String PATH = "/StatusNotifierWatcher";

  private static final String BUS = "org.freedesktop.DBus";
  private static final Duration LONGEST_WAIT = Duration.ofHours(1);

  private final BusConnection bus;
  private final String item;
  private final Duration answeredWithin;
  private final Clock clock;
  private final Consumer<TrayPresence> presence;
  private String owner = "";
  private Question registering = Question.NONE;
  private Question hosting = Question.NONE;
  private boolean registered;
  private boolean hosted;
  private String refusal = "";
  private long silentNanos;

  /** A call by its number, until it is answered. */
  private record Question(int serial) {
    static final Question NONE = new Question(0);

    boolean open() {
      return serial != 0;
    }
  }

  /**
   * @param item the name by which panels find the icon
   * @param answeredWithin after this time the service is reported as silent, and a later answer
   *     still counts
   */
  WatcherFollower(
      BusConnection bus,
      String item,
      Duration answeredWithin,
      Clock clock,
      Consumer<TrayPresence> presence) {
    this.bus = bus;
    this.item = item;
    this.answeredWithin = answeredWithin;
    this.clock = clock;
    this.presence = presence;
  }

  void join() throws IOException {
    bus.match(
        "type='signal',sender='" + BUS + "',member='NameOwnerChanged',arg0='" + WATCHER + "'");
    bus.match("type='signal',sender='" + WATCHER + "',interface='" + WATCHER + "'");
    follow(bus.ownerOf(WATCHER));
  }

  private void follow(String newOwner) throws IOException {
    owner = newOwner;
    registered = false;
    hosted = false;
    registering = Question.NONE;
    hosting = Question.NONE;
    if (owner.isEmpty()) {
      presence.accept(
          new TrayPresence.Absent(
              "no panel of this session shows icons; GNOME needs its AppIndicator extension for"
                  + " that"));
    } else {
      register();
    }
  }

  private void register() throws IOException {
    refusal = "";
    registering =
        new Question(
            bus.begin(
                new BusCall(owner, PATH, WATCHER, "RegisterStatusNotifierItem"),
                BusBody.of("s", item)));
    askForHosts();
  }

  private void askForHosts() throws IOException {
    hosting =
        new Question(
            bus.begin(
                BusCall.properties(owner, PATH, "Get"),
                BusBody.of("ss", WATCHER, "IsStatusNotifierHostRegistered")));
    silentNanos = clock.nanos() + answeredWithin.toNanos();
  }

  /** How long until {@link #afterTime} has something to do. */
  long waitNanos() {
    return open() && silentNanos - clock.nanos() > 0
        ? silentNanos - clock.nanos()
        : LONGEST_WAIT.toNanos();
  }

  private boolean open() {
    return registering.open() || hosting.open();
  }

  /** Reports that an answer is overdue. */
  void afterTime() {
    if (open() && silentNanos - clock.nanos() <= 0) {
      presence.accept(new TrayPresence.Absent("the panel that shows icons does not answer"));
    }
  }

  /** An answer, perhaps to a call of this object. */
  void answered(BusMessage message) {
    final boolean refused = message.type() == BusMessage.Type.ERROR;
    if (message.replySerial() == registering.serial() && registering.open()) {
      registering = Question.NONE;
      registered = !refused;
      refusal = message.error();
    } else if (message.replySerial() == hosting.serial() && hosting.open()) {
      hosting = Question.NONE;
      // A service that does not know the question is a panel itself.
      hosted = refused || !message.body().equals(List.of(false));
    } else {
      return;
    }
    if (!open()) {
      tell();
    }
  }

  private void tell() {
    if (!registered) {
      presence.accept(
          new TrayPresence.Absent("the panel that shows icons refuses this one: " + refusal));
    } else if (hosted) {
      presence.accept(new TrayPresence.Shown("a panel of this session"));
    } else {
      presence.accept(
          new TrayPresence.Absent("icons are collected in this session, but no panel shows them"));
    }
  }

  /** Only the bus and the service itself are trusted. */
  void heard(BusMessage signal) throws IOException {
    if (signal.sender().equals(BUS)) {
      if (signal.member().equals(BUS + ".NameOwnerChanged")
          && BusValues.at(signal.body(), 0).equals(WATCHER)) {
        final String now = BusValues.text(BusValues.at(signal.body(), 2));
        if (!now.equals(owner)) {
          follow(now);
        }
      }
    } else if (!owner.isEmpty() && signal.sender().equals(owner)) {
      switch (signal.member()) {
        case WATCHER + ".StatusNotifierHostRegistered" -> {
          if (!registered && !registering.open()) {
            register();
          } else {
            askForHosts();
          }
        }
        case WATCHER + ".StatusNotifierHostUnregistered" -> askForHosts();
        default -> {
          // Signals about other icons.
        }
      }
    }
  }
}
