package io.lull.platform.linux;

import com.sun.jna.LastErrorException;
import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.Platform;
import com.sun.jna.Structure;

/** Functions of the C library that Java does not offer. */
interface CLibrary extends Library {
  CLibrary C = Native.load("c", CLibrary.class);

  int SIGKILL = 9;
  int SIGCONT = 18;
  int SIGSTOP = 19;
  int PRIO_PROCESS = 0;
  int SCHED_OTHER = 0;
  int SCHED_IDLE = 5;
  int SC_PAGESIZE = 30;
  int ENOENT = 2;
  int O_PATH = 0x200000;
  int O_CLOEXEC = 0x80000;

  int kill(int pid, int signal);

  int tgkill(int pid, int tid, int signal);

  int setpriority(int which, int who, int value);

  int sched_setscheduler(int tid, int policy, Priority priority);

  long sysconf(int name);

  int open(String path, int flags) throws LastErrorException;

  int openat(int folder, String path, int flags) throws LastErrorException;

  int close(int file);

  int umask(int mask);

  /** O_NOFOLLOW, whose value depends on the processor. */
  static int noFollow() {
    return Platform.isARM() ? 0x8000 : 0x20000;
  }

  /** {@code struct sched_param}. */
  @Structure.FieldOrder("value")
  final class Priority extends Structure {
    public int value;
  }
}
