package io.lull.platform.linux;

/** The permissions of the files that this process and its children make. */
public final class FileMode {
  /** A umask, see umask(2). */
  private static final int GROUP_AND_NO_OTHERS = 7;

  private FileMode() {}

  /** From now on all that this process and its children make is also their group's. */
  public static void shareWithGroup() {
    CLibrary.C.umask(GROUP_AND_NO_OTHERS);
  }
}
