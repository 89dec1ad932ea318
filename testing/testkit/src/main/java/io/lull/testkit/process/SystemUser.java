package io.lull.testkit.process;

import java.util.List;

/** Users that a usual machine does not have, of one group, for tests that root runs. */
public enum SystemUser {
  GUEST("64001"),
  AGENT("64003");

  /** Of all of them, by its number. */
  public static final String GROUP = "64002";

  private final String number;

  SystemUser(String number) {
    this.number = number;
  }

  public String number() {
    return number;
  }

  /** The words before a command that is to run as this user. */
  public List<String> running() {
    return List.of("setpriv", "--reuid", number, "--regid", GROUP, "--clear-groups", "--");
  }

  /** Whether this process can be all of them. */
  public static boolean possible() {
    return System.getProperty("user.name", "").equals("root");
  }
}
