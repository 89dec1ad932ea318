package io.lull.platform.linux.dbus;

import java.io.IOException;

/** A service refuses or fails; the bus itself works. */
public final class BusRefusal extends IOException {
  private final String error;

  private BusRefusal(String message, String error) {
    super(message);
    this.error = error;
  }

  /** The answer is malformed. */
  static BusRefusal misunderstood(String message) {
    return new BusRefusal(message, "");
  }

  /**
   * The service answered with an error.
   *
   * @param error the name of the error
   */
  static BusRefusal refused(BusCall call, String error) {
    return new BusRefusal(call + (left(error) ? " has left the bus" : " refuses: " + error), error);
  }

  /** The bus's own answer in place of a service that is gone. */
  private static boolean left(String error) {
    return error.endsWith("DBus.Error.NoReply")
        || error.endsWith("DBus.Error.ServiceUnknown")
        || error.endsWith("DBus.Error.NameHasNoOwner");
  }

  /** The service did not answer in time. */
  static BusRefusal silent(String message) {
    return new BusRefusal(message, "");
  }

  /** The requested object or property does not exist, or no longer. */
  boolean nothingThere() {
    return error.endsWith(".UnknownObject")
        || error.endsWith(".UnknownMethod")
        || error.endsWith(".UnknownInterface")
        || error.endsWith(".NoSuchSession");
  }

  /** The service does not know the request, or says that it cannot answer. */
  boolean unknown() {
    return nothingThere() || error.endsWith(".NotSupported") || error.endsWith(".NotImplemented");
  }
}
