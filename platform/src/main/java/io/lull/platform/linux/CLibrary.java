package io.lull.platform.linux;

import com.sun.jna.Library;
import com.sun.jna.Native;
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

  int kill(int pid, int signal);

  int tgkill(int pid, int tid, int signal);

  int setpriority(int which, int who, int value);

  int sched_setscheduler(int tid, int policy, Priority priority);

  long sysconf(int name);

  /** {@code struct sched_param}. */
  @Structure.FieldOrder("value")
  final class Priority extends Structure {
    public int value;
  }
}
