package io.lull.platform.linux.x11;

import io.lull.platform.input.InputSignal;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The server's idle time counter, and an alarm at its end. See the X Synchronization Extension
 * protocol.
 */
final class XSync {
  private static final int INITIALIZE = 0;
  private static final int LIST_COUNTERS = 1;
  private static final int QUERY_COUNTER = 5;
  private static final int CREATE_ALARM = 8;
  private static final int ALARM_NOTIFY = 1;
  private static final int MAX_COUNTERS = 4096;

  /** The attributes that an alarm is created with: counter, value, test, delta, events. */
  private static final int ATTRIBUTES = 1 | 4 | 8 | 16 | 32;

  private static final int NEGATIVE_TRANSITION = 1;
  private static final int COUNTER_AT = 8;
  private static final int TIME_AT = 24;
  private static final int STATE_AT = 28;
  private static final int ACTIVE = 0;

  /** Of a master keyboard, whose number is always the same. */
  private static final String KEYBOARD = "DEVICEIDLETIME 3";

  private final XConnection connection;
  private final XConnection.Extension extension;
  private final int idle;
  private final @Nullable Integer keyboard;

  private XSync(
      XConnection connection,
      XConnection.Extension extension,
      int idle,
      @Nullable Integer keyboard) {
    this.connection = connection;
    this.extension = extension;
    this.idle = idle;
    this.keyboard = keyboard;
  }

  /** Empty: the server does not count idle time. */
  static Optional<XSync> open(XConnection connection) throws IOException {
    final Optional<XConnection.Extension> extension = connection.extension("SYNC");
    if (extension.isEmpty()) {
      return Optional.empty();
    }
    final int opcode = extension.get().major();
    final ByteBuffer initialize = XConnection.request(opcode, INITIALIZE, 8);
    connection.ask(initialize.put((byte) 3).put((byte) 1));
    final Map<String, Integer> counters =
        counters(connection.ask(XConnection.request(opcode, LIST_COUNTERS, 4)));
    final Integer idle = counters.get("IDLETIME");
    return idle == null
        ? Optional.empty()
        : Optional.of(new XSync(connection, extension.get(), idle, counters.get(KEYBOARD)));
  }

  private static Map<String, Integer> counters(ByteBuffer reply) throws IOException {
    final Map<String, Integer> found = new HashMap<>();
    int at = 32;
    for (int i = Math.min(MAX_COUNTERS, reply.getInt(8)); i > 0 && at + 14 <= reply.limit(); i--) {
      final int length = Short.toUnsignedInt(reply.getShort(at + 12));
      found.put(XInput.text(reply, at + 14, length), reply.getInt(at));
      at += XSetup.padded(14 + length);
    }
    return found;
  }

  /** From now on the server reports the first input after each silence of that length. */
  void alarmAfter(Duration silence) throws IOException {
    final ByteBuffer request = XConnection.request(extension.major(), CREATE_ALARM, 40);
    request.putInt(connection.newId()).putInt(ATTRIBUTES).putInt(idle);
    request.putInt(0).putInt((int) silence.toMillis());
    request.putInt(NEGATIVE_TRANSITION);
    request.putInt(0).putInt(0).putInt(1);
    connection.send(request);
  }

  /** How long there has been no input of any kind. */
  long idleMillis() throws IOException {
    return millis(connection.reply(request(idle)));
  }

  /**
   * Queries how long no key was touched, or no device if keys have no counter.
   *
   * @return the request's number
   */
  int requestKeyboard() throws IOException {
    return request(keyboard == null ? idle : keyboard);
  }

  InputSignal.Kind kindOfKeyboard() {
    return keyboard == null ? InputSignal.Kind.UNKNOWN : InputSignal.Kind.KEY;
  }

  private int request(int counter) throws IOException {
    return connection.send(
        XConnection.request(extension.major(), QUERY_COUNTER, 8).putInt(counter));
  }

  static long millis(ByteBuffer reply) {
    return number(reply, COUNTER_AT);
  }

  boolean isAlarm(XPacket packet) {
    return packet.isEvent(extension.firstEvent() + ALARM_NOTIFY);
  }

  /** The alarm will not trigger again. */
  static boolean isOver(XPacket alarm) {
    return alarm.bytes().get(STATE_AT) != ACTIVE;
  }

  /** The time of the input that triggered an alarm, in the server's milliseconds. */
  static int serverMillis(XPacket alarm) {
    return alarm.bytes().getInt(TIME_AT) - (int) number(alarm.bytes(), COUNTER_AT);
  }

  private static long number(ByteBuffer from, int at) {
    return ((long) from.getInt(at) << 32) | Integer.toUnsignedLong(from.getInt(at + 4));
  }
}
