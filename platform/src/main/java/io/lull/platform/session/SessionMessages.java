package io.lull.platform.session;

import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSignal;
import io.lull.protocol.wire.FromSession;
import io.lull.protocol.wire.SeenDevices;
import io.lull.protocol.wire.SessionActivity;
import io.lull.protocol.wire.SessionEngaged;
import io.lull.protocol.wire.SessionGone;
import io.lull.protocol.wire.SessionLocked;
import io.lull.protocol.wire.SessionLost;
import io.lull.protocol.wire.SessionWorking;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Converts signals to messages and back: two processes have no common clock, so times are ages. */
public final class SessionMessages {
  /** Of the protocol. */
  public static final int VERSION = 1;

  /** No message between a watcher and an agent is longer. */
  public static final int MAX_FRAME_BYTES = 4 << 10;

  /** Their positions are their numbers on the wire. */
  private static final List<InputSignal.Kind> KINDS =
      List.of(
          InputSignal.Kind.KEY,
          InputSignal.Kind.BUTTON,
          InputSignal.Kind.MOTION,
          InputSignal.Kind.TOUCH,
          InputSignal.Kind.TERMINAL,
          InputSignal.Kind.UNKNOWN);

  private static final List<InputSignal.Engagement> ENGAGEMENTS =
      List.of(
          InputSignal.Engagement.SCREEN_KEPT_ON,
          InputSignal.Engagement.FULL_SCREEN,
          InputSignal.Engagement.MICROPHONE,
          InputSignal.Engagement.CAMERA,
          InputSignal.Engagement.REMOTE_DESKTOP);

  /** The sources of a watcher of devices. */
  public static final List<String> DEVICE_SOURCES = List.of("seats", "terminals");

  private static final int MAX_TEXT = 200;
  private static final long OLDEST_NANOS = Duration.ofDays(3650).toNanos();

  private SessionMessages() {}

  /** Empty: the signal does not concern the agent. */
  public static Optional<FromSession> toWire(InputSignal signal, long nowNanos) {
    final FromSession.Builder message = FromSession.newBuilder();
    switch (signal) {
      case InputSignal.Working s ->
          message.setWorking(
              SessionWorking.newBuilder()
                  .setSource(text(s.source()))
                  .setDetail(text(s.detail()))
                  .setIdleMillis(Math.max(0, nowNanos - s.lastInputNanos()) / 1_000_000)
                  .setSeesInput(!s.coverage().isEmpty())
                  .addAllDevices(devices(s.coverage())));
      case InputSignal.Lost s ->
          message.setLost(
              SessionLost.newBuilder().setSource(text(s.source())).setWhy(text(s.why())));
      case InputSignal.Gone s ->
          message.setGone(SessionGone.newBuilder().setSource(text(s.source())));
      case InputSignal.Activity s ->
          message.setActivity(
              SessionActivity.newBuilder()
                  .setSource(text(s.source()))
                  .setAgeMicros(Math.max(0, nowNanos - s.nanos()) / 1_000)
                  .setKind(KINDS.indexOf(s.kind()))
                  .setMovedPixels(s.movedPixels()));
      case InputSignal.Locked s ->
          message.setLocked(
              SessionLocked.newBuilder().setSource(text(s.source())).setLocked(s.locked()));
      case InputSignal.Engaged s ->
          message.setEngaged(
              SessionEngaged.newBuilder()
                  .setSource(text(s.source()))
                  .setHow(ENGAGEMENTS.indexOf(s.how()))
                  .setBy(text(s.by()))
                  .setOn(s.on()));
      case InputSignal.SessionSeen _,
          InputSignal.SessionEnded _,
          InputSignal.OwnerLoad _,
          InputSignal.Power _,
          InputSignal.Slept _,
          InputSignal.Quit _ -> {
        return Optional.empty();
      }
    }
    return Optional.of(message.build());
  }

  /**
   * Empty: not a signal, or none that this version knows.
   *
   * @param named the agent's name for a source of the watcher
   * @param covered what a source sees that says so
   */
  public static Optional<InputSignal> fromWire(
      FromSession message,
      UnaryOperator<String> named,
      Function<SessionWorking, Set<Coverage>> covered,
      long nowNanos) {
    return switch (message.getSaidCase()) {
      case WORKING -> {
        final SessionWorking m = message.getWorking();
        yield Optional.of(
            new InputSignal.Working(
                named.apply(m.getSource()),
                text(m.getDetail()),
                before(
                    nowNanos,
                    Math.clamp(m.getIdleMillis(), 0, OLDEST_NANOS / 1_000_000) * 1_000_000),
                covered.apply(m)));
      }
      case LOST ->
          Optional.of(
              new InputSignal.Lost(
                  named.apply(message.getLost().getSource()), text(message.getLost().getWhy())));
      case GONE -> Optional.of(new InputSignal.Gone(named.apply(message.getGone().getSource())));
      case ACTIVITY -> {
        final SessionActivity m = message.getActivity();
        yield Optional.of(
            new InputSignal.Activity(
                named.apply(m.getSource()),
                before(nowNanos, Math.clamp(m.getAgeMicros(), 0, OLDEST_NANOS / 1_000) * 1_000),
                known(KINDS, m.getKind()).orElse(InputSignal.Kind.UNKNOWN),
                m.getMovedPixels() < 0 ? InputSignal.Activity.MORE : m.getMovedPixels()));
      }
      case LOCKED ->
          Optional.of(
              new InputSignal.Locked(
                  named.apply(message.getLocked().getSource()), message.getLocked().getLocked()));
      case ENGAGED -> {
        final SessionEngaged m = message.getEngaged();
        yield known(ENGAGEMENTS, m.getHow())
            .map(how ->
                new InputSignal.Engaged(
                    named.apply(m.getSource()), how, text(m.getBy()), m.getOn()));
      }
      case HELLO, ALIVE, BYE, SAID_NOT_SET -> Optional.empty();
    };
  }

  private static List<SeenDevices> devices(Set<Coverage> coverage) {
    return coverage.stream()
        .flatMap(each ->
            switch (each) {
              case Coverage.Seats _ -> Stream.of(SeenDevices.SEEN_DEVICES_SEATS);
              case Coverage.Terminals _ -> Stream.of(SeenDevices.SEEN_DEVICES_TERMINALS);
              case Coverage.Everything _, Coverage.Session _, Coverage.SessionList _ ->
                  Stream.<SeenDevices>empty();
            })
        .toList();
  }

  /** What a watcher of devices sees. */
  public static Set<Coverage> seenDevices(SessionWorking message) {
    final Set<Coverage> seen = new HashSet<>();
    for (final SeenDevices each : message.getDevicesList()) {
      switch (each) {
        case SEEN_DEVICES_SEATS -> seen.add(new Coverage.Seats());
        case SEEN_DEVICES_TERMINALS -> seen.add(new Coverage.Terminals());
        case SEEN_DEVICES_NONE, UNRECOGNIZED -> {}
      }
    }
    return seen;
  }

  private static long before(long nowNanos, long ageNanos) {
    return nowNanos - ageNanos;
  }

  private static <V> Optional<V> known(List<V> values, int number) {
    return number >= 0 && number < values.size()
        ? Optional.of(values.get(number))
        : Optional.empty();
  }

  /** On one line, and not too long: it is shown to people and written to logs. */
  public static String text(String said) {
    final StringBuilder clean = new StringBuilder();
    said.codePoints()
        .limit(MAX_TEXT)
        .map(c -> Character.isISOControl(c) || Character.getType(c) == Character.FORMAT ? ' ' : c)
        .forEach(clean::appendCodePoint);
    return clean.toString();
  }
}
