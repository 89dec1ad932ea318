package io.lull.platform.linux.dbus;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A desktop's service that reports locks or inhibitors: queried again at each signal. */
final class DesktopService implements BusService {
  /** {@code GSM_INHIBITOR_FLAG_IDLE} of GNOME's session manager. */
  private static final int GNOME_IDLE = 8;

  /** {@code ChangeScreenSettings} of KDE's power management. */
  private static final int KDE_SCREEN = 4;

  private static final int MAX_INHIBITORS = 16;

  private final String name;
  private final List<String> signals;
  private final Question question;
  private final Runnable changed;
  private State state = new State.Unknown();

  /** The queries. */
  interface Question {
    Answer ask(BusConnection bus) throws IOException;
  }

  /**
   * @param keptOnBy which programs keep the screen on, as {@link ScreenInhibitors#words} formats
   *     them
   */
  record Answer(boolean locked, List<String> keptOnBy) {
    static final Answer NOTHING = new Answer(false, List.of());

    Answer {
      keptOnBy = List.copyOf(keptOnBy);
    }
  }

  sealed interface State {
    /** Not queried yet. */
    record Unknown() implements State {}

    /** The service does not exist, or does not tell. */
    record Missing() implements State {}

    record Telling(Answer answer) implements State {}

    record Lost(String why) implements State {}
  }

  private DesktopService(String name, List<String> signals, Question question, Runnable changed) {
    this.name = name;
    this.signals = signals;
    this.question = question;
    this.changed = changed;
  }

  /** All known inhibitors. */
  static List<DesktopService> all(Runnable changed) {
    return List.of(
        locker("org.gnome.ScreenSaver", "/org/gnome/ScreenSaver", changed),
        locker("org.freedesktop.ScreenSaver", "/ScreenSaver", changed),
        locker("org.cinnamon.ScreenSaver", "/org/cinnamon/ScreenSaver", changed),
        locker("org.mate.ScreenSaver", "/org/mate/ScreenSaver", changed),
        locker("org.xfce.ScreenSaver", "/org/xfce/ScreenSaver", changed),
        gnomeInhibitors(changed),
        kdeInhibitors(changed));
  }

  private static DesktopService locker(String name, String path, Runnable changed) {
    final BusCall active = new BusCall(name, path, name, "GetActive");
    return new DesktopService(
        name,
        List.of("interface='" + name + "',member='ActiveChanged'"),
        bus -> new Answer(BusValues.flag(bus.ask(active)), List.of()),
        changed);
  }

  private static DesktopService gnomeInhibitors(Runnable changed) {
    final String name = "org.gnome.SessionManager";
    return new DesktopService(
        name,
        List.of(
            "interface='" + name + "',member='InhibitorAdded'",
            "interface='" + name + "',member='InhibitorRemoved'"),
        bus -> gnomeAnswer(bus, name),
        changed);
  }

  private static Answer gnomeAnswer(BusConnection bus, String name) throws IOException {
    final String path = "/org/gnome/SessionManager";
    final BusCall inhibited = new BusCall(name, path, name, "IsInhibited");
    if (!BusValues.flag(bus.ask(inhibited, GNOME_IDLE))) {
      return Answer.NOTHING;
    }
    final List<String> by = new ArrayList<>();
    final List<Object> inhibitors =
        BusValues.list(bus.ask(new BusCall(name, path, name, "GetInhibitors")));
    for (final Object each : inhibitors.subList(0, Math.min(MAX_INHIBITORS, inhibitors.size()))) {
      final String inhibitor = BusValues.text(each);
      final String type = name + ".Inhibitor";
      try {
        final long flags =
            BusValues.number(bus.ask(new BusCall(name, inhibitor, type, "GetFlags")));
        if ((flags & GNOME_IDLE) != 0) {
          by.add(
              ScreenInhibitors.words(
                  BusValues.text(bus.ask(new BusCall(name, inhibitor, type, "GetAppId"))),
                  BusValues.text(bus.ask(new BusCall(name, inhibitor, type, "GetReason")))));
        }
      } catch (BusRefusal e) {
        if (!e.nothingThere()) {
          throw e;
        }
      }
    }
    return keptOn(by, bus, inhibited, GNOME_IDLE);
  }

  private static DesktopService kdeInhibitors(Runnable changed) {
    final String name = "org.kde.Solid.PowerManagement.PolicyAgent";
    final String path = "/org/kde/Solid/PowerManagement/PolicyAgent";
    return new DesktopService(
        name,
        List.of("interface='" + name + "',member='InhibitionsChanged'"),
        bus -> {
          final BusCall inhibited = new BusCall(name, path, name, "HasInhibition");
          if (!BusValues.flag(bus.ask(inhibited, KDE_SCREEN))) {
            return Answer.NOTHING;
          }
          final List<String> by = new ArrayList<>();
          for (final Object each :
              BusValues.list(bus.ask(new BusCall(name, path, name, "ListInhibitions")))) {
            if (by.size() < MAX_INHIBITORS) {
              final List<Object> pair = BusValues.list(each);
              by.add(
                  ScreenInhibitors.words(
                      BusValues.text(BusValues.at(pair, 0)),
                      BusValues.text(BusValues.at(pair, 1))));
            }
          }
          return keptOn(by, bus, inhibited, KDE_SCREEN);
        },
        changed);
  }

  /** Without a name, the last may have ended since the query for any. */
  private static Answer keptOn(List<String> by, BusConnection bus, BusCall inhibited, int kinds)
      throws IOException {
    if (!by.isEmpty()) {
      return new Answer(false, by);
    }
    return BusValues.flag(bus.ask(inhibited, kinds))
        ? new Answer(false, List.of(""))
        : Answer.NOTHING;
  }

  State state() {
    return state;
  }

  private void become(State now) {
    if (!state.equals(now)) {
      state = now;
      changed.run();
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public List<String> signals() {
    return signals;
  }

  @Override
  public void absent() {
    become(new State.Missing());
  }

  /** Its inhibitors have left with it. */
  @Override
  public void left() {
    become(new State.Missing());
  }

  @Override
  public void lost(String why) {
    become(new State.Lost(why));
  }

  /** A service that does not know the query counts as missing: others answer it. */
  @Override
  public void came(BusConnection bus) throws IOException {
    try {
      become(new State.Telling(question.ask(bus)));
    } catch (BusRefusal e) {
      if (!e.unknown()) {
        throw e;
      }
      become(new State.Missing());
    }
  }

  @Override
  public void heard(BusConnection bus, BusMessage signal) throws IOException {
    check(bus);
  }

  @Override
  public void check(BusConnection bus) throws IOException {
    if (state instanceof State.Telling) {
      become(new State.Telling(question.ask(bus)));
    }
  }
}
