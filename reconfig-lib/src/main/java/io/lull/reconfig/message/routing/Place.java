package io.lull.reconfig.message.routing;

/**
 * Where a task is.
 *
 * @param worker by name
 * @param version greater than that of any place where it was before
 */
public record Place(String worker, long version) {

  /** Whether this is to replace what was known before. */
  public boolean isNewerThan(Place other) {
    return version > other.version;
  }
}
