package io.lull.platform.linux.dbus;

/** Another program's call cannot be served; it gets this error. */
public final class BusFault extends Exception {
  private static final String ERROR = "org.freedesktop.DBus.Error.";

  private final String error;

  private BusFault(String error, String message) {
    super(message, null, false, false);
    this.error = ERROR + error;
  }

  /** The arguments have wrong types or values. */
  public static BusFault arguments(String message) {
    return new BusFault("InvalidArgs", message);
  }

  static BusFault noObject(String message) {
    return new BusFault("UnknownObject", message);
  }

  static BusFault noInterface(String message) {
    return new BusFault("UnknownInterface", message);
  }

  /** There is no method of this name. */
  public static BusFault noMethod(String message) {
    return new BusFault("UnknownMethod", message);
  }

  static BusFault noProperty(String message) {
    return new BusFault("UnknownProperty", message);
  }

  static BusFault readOnly(String message) {
    return new BusFault("PropertyReadOnly", message);
  }

  /** More calls, or more often, than are served. */
  public static BusFault tooMuch(String message) {
    return new BusFault("LimitsExceeded", message);
  }

  /** An error of this program, whose details do not concern the caller. */
  static BusFault failed(String message) {
    return new BusFault("Failed", message);
  }

  /** The D-Bus name of this kind of error. */
  public String error() {
    return error;
  }
}
