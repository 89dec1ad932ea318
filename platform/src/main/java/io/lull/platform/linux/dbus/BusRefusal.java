package io.lull.platform.linux.dbus;

import java.io.IOException;

/** A service does not do its part; the bus itself is well. */
public final class BusRefusal extends IOException {
  private final String error;

  private BusRefusal(String message, String error) {
    super(message);
    this.error = error;
  }

  /** What it says is not what it should. */
  static BusRefusal misunderstood(String message) {
    return new BusRefusal(message, "");
  }

  /**
   * It answered that it will not, or cannot.
   *
   * @param error the name of the error
   */
  static BusRefusal refused(BusCall call, String error) {
    return new BusRefusal(call + (left(error) ? " has left the bus" : " refuses: " + error), error);
  }

  /** What the bus itself answers in the place of a service that is gone. */
  private static boolean left(String error) {
    return error.endsWith("DBus.Error.NoReply")
        || error.endsWith("DBus.Error.ServiceUnknown")
        || error.endsWith("DBus.Error.NameHasNoOwner");
  }

  /** It did not answer in time. */
  static BusRefusal silent(String message) {
    return new BusRefusal(message, "");
  }

  /** What was asked for is not there, or no longer. */
  boolean nothingThere() {
    return error.endsWith(".UnknownObject")
        || error.endsWith(".UnknownMethod")
        || error.endsWith(".UnknownInterface")
        || error.endsWith(".NoSuchSession");
  }

  /** It does not know what it is asked, or says that it cannot answer. */
  boolean unknown() {
    return nothingThere() || error.endsWith(".NotSupported") || error.endsWith(".NotImplemented");
  }
}
