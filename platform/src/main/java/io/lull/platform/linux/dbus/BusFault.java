package io.lull.platform.linux.dbus;

/** A call that another program made cannot be served; it is told so. */
public final class BusFault extends Exception {
  private static final String ERROR = "org.freedesktop.DBus.Error.";

  private final String error;

  private BusFault(String error, String message) {
    super(message, null, false, false);
    this.error = ERROR + error;
  }

  /** Its arguments are not what they should be. */
  public static BusFault arguments(String message) {
    return new BusFault("InvalidArgs", message);
  }

  static BusFault noObject(String message) {
    return new BusFault("UnknownObject", message);
  }

  static BusFault noInterface(String message) {
    return new BusFault("UnknownInterface", message);
  }

  /** Nothing of this name can be called. */
  public static BusFault noMethod(String message) {
    return new BusFault("UnknownMethod", message);
  }

  static BusFault noProperty(String message) {
    return new BusFault("UnknownProperty", message);
  }

  static BusFault readOnly(String message) {
    return new BusFault("PropertyReadOnly", message);
  }

  /** More, or more often, than is served. */
  public static BusFault tooMuch(String message) {
    return new BusFault("LimitsExceeded", message);
  }

  /** This program's own mistake, of which the caller need not know more. */
  static BusFault failed(String message) {
    return new BusFault("Failed", message);
  }

  /** The name by which the bus knows this kind of fault. */
  public String error() {
    return error;
  }
}
