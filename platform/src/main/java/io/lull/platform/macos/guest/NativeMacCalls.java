package io.lull.platform.macos.guest;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.Structure;
import com.sun.jna.platform.mac.SystemB;
import com.sun.jna.platform.mac.SystemB.ProcBsdInfo;
import com.sun.jna.platform.mac.SystemB.RUsageInfoV2;
import com.sun.jna.ptr.IntByReference;
import com.sun.jna.ptr.PointerByReference;
import io.lull.platform.process.PipeEnd;
import io.lull.platform.process.SpawnedProcess.Streams;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The system's own. */
final class NativeMacCalls implements MacCalls {
  private static final short SPAWN_SETSID = 0x0400;
  private static final short SPAWN_CLOSE_ON_EXEC = 0x4000;
  private static final int F_SETFD = 2;
  private static final int FD_CLOEXEC = 1;
  private static final int PRIO_DARWIN_PROCESS = 4;
  private static final int PRIO_DARWIN_BACKGROUND = 0x1000;
  private static final int EINTR = 4;
  private static final int STATUS_STOPPED = 4;
  private static final int STATUS_ENDED = 5;
  private static final int MOST_PROCESSES = 16_384;

  /** Calls of the C library that jna-platform lacks. */
  interface CLibrary extends Library {
    CLibrary C = Native.load("c", CLibrary.class);

    int pipe(int[] ends);

    int close(int file);

    int fcntl(int file, int command, Object... value);

    long read(int file, byte[] to, long bytes);

    long write(int file, byte[] from, long bytes);

    int posix_spawn(
        IntByReference pid,
        String program,
        PointerByReference actions,
        PointerByReference attributes,
        String[] arguments,
        String[] environment);

    int posix_spawn_file_actions_init(PointerByReference actions);

    int posix_spawn_file_actions_adddup2(PointerByReference actions, int from, int to);

    int posix_spawn_file_actions_addchdir_np(PointerByReference actions, String directory);

    int posix_spawn_file_actions_destroy(PointerByReference actions);

    int posix_spawnattr_init(PointerByReference attributes);

    int posix_spawnattr_setflags(PointerByReference attributes, short flags);

    int posix_spawnattr_destroy(PointerByReference attributes);

    int waitpid(int pid, IntByReference status, int options);

    int kill(int pid, int signal);

    int getsid(int pid);

    int setpriority(int which, int who, int value);

    int mach_timebase_info(TimeUnitRatio ratio);
  }

  /** {@code struct mach_timebase_info}. */
  @Structure.FieldOrder({"numerator", "denominator"})
  public static final class TimeUnitRatio extends Structure {
    public int numerator;
    public int denominator;
  }

  private final double secondsAUnit;

  NativeMacCalls() {
    final TimeUnitRatio ratio = new TimeUnitRatio();
    CLibrary.C.mach_timebase_info(ratio);
    secondsAUnit = (double) ratio.numerator / Math.max(1, ratio.denominator) / 1e9;
  }

  @Override
  public Spawned spawn(List<String> command, Map<String, String> environment, Path directory) {
    final List<Integer> theirs = new ArrayList<>();
    final List<Integer> ours = new ArrayList<>();
    boolean spawned = false;
    try {
      for (int standard = 0; standard < 3; standard++) {
        final int[] ends = new int[2];
        check(CLibrary.C.pipe(ends), "pipe");
        theirs.add(ends[standard == 0 ? 0 : 1]);
        ours.add(ends[standard == 0 ? 1 : 0]);
        for (final int end : ends) {
          check(CLibrary.C.fcntl(end, F_SETFD, FD_CLOEXEC), "fcntl");
        }
      }
      final long pid = spawn(command, environment, directory, theirs);
      spawned = true;
      final Row row = row((int) pid);
      return new Spawned(
          pid,
          row == null ? 0 : row.startMicros(),
          new Streams(
              PipeEnd.output(new FileEnd(ours.get(0))),
              PipeEnd.input(new FileEnd(ours.get(1))),
              PipeEnd.input(new FileEnd(ours.get(2)))));
    } finally {
      theirs.forEach(CLibrary.C::close);
      if (!spawned) {
        ours.forEach(CLibrary.C::close);
      }
    }
  }

  private static long spawn(
      List<String> command,
      Map<String, String> environment,
      Path directory,
      List<Integer> standard) {
    final PointerByReference actions = new PointerByReference();
    final PointerByReference attributes = new PointerByReference();
    check(CLibrary.C.posix_spawn_file_actions_init(actions), "posix_spawn_file_actions_init");
    try {
      check(CLibrary.C.posix_spawnattr_init(attributes), "posix_spawnattr_init");
      try {
        for (int i = 0; i < standard.size(); i++) {
          check(
              CLibrary.C.posix_spawn_file_actions_adddup2(actions, standard.get(i), i),
              "posix_spawn_file_actions_adddup2");
        }
        check(
            CLibrary.C.posix_spawn_file_actions_addchdir_np(actions, directory.toString()),
            "posix_spawn_file_actions_addchdir_np");
        check(
            CLibrary.C.posix_spawnattr_setflags(
                attributes, (short) (SPAWN_SETSID | SPAWN_CLOSE_ON_EXEC)),
            "posix_spawnattr_setflags");
        final IntByReference pid = new IntByReference();
        check(
            CLibrary.C.posix_spawn(
                pid,
                command.getFirst(),
                actions,
                attributes,
                command.toArray(String[]::new),
                environment.entrySet().stream()
                    .map(each -> each.getKey() + "=" + each.getValue())
                    .toArray(String[]::new)),
            "posix_spawn of " + command.getFirst());
        return pid.getValue();
      } finally {
        CLibrary.C.posix_spawnattr_destroy(attributes);
      }
    } finally {
      CLibrary.C.posix_spawn_file_actions_destroy(actions);
    }
  }

  private static void check(int result, String call) {
    if (result != 0) {
      throw new IllegalStateException(call + " failed with error " + result);
    }
  }

  @Override
  public int awaitEnd(long pid) {
    final IntByReference status = new IntByReference();
    while (CLibrary.C.waitpid((int) pid, status, 0) < 0) {
      if (Native.getLastError() != EINTR) {
        return 128 + SIGKILL;
      }
    }
    final int signal = status.getValue() & 0x7F;
    return signal == 0 ? status.getValue() >> 8 & 0xFF : 128 + signal;
  }

  @Override
  public List<Row> processes() {
    final int[] pids = new int[MOST_PROCESSES];
    final int bytes =
        SystemB.INSTANCE.proc_listpids(SystemB.PROC_ALL_PIDS, 0, pids, pids.length * Integer.BYTES);
    final List<Row> rows = new ArrayList<>();
    for (int i = 0; i < bytes / Integer.BYTES; i++) {
      final Row row = pids[i] > 0 ? row(pids[i]) : null;
      if (row != null) {
        rows.add(row);
      }
    }
    return rows;
  }

  private static @Nullable Row row(int pid) {
    final ProcBsdInfo process = new ProcBsdInfo();
    if (SystemB.INSTANCE.proc_pidinfo(pid, SystemB.PROC_PIDTBSDINFO, 0, process, process.size())
        < process.size()) {
      return null;
    }
    return new Row(
        pid,
        process.pbi_ppid,
        CLibrary.C.getsid(pid),
        process.pbi_start_tvsec * 1_000_000 + process.pbi_start_tvusec,
        switch (process.pbi_status) {
          case STATUS_STOPPED -> State.STOPPED;
          case STATUS_ENDED -> State.ENDED;
          default -> State.RUNNING;
        });
  }

  @Override
  public void signal(long pid, int signal) {
    CLibrary.C.kill((int) pid, signal);
  }

  @Override
  public void background(long pid, boolean on) {
    CLibrary.C.setpriority(PRIO_DARWIN_PROCESS, (int) pid, on ? PRIO_DARWIN_BACKGROUND : 0);
  }

  @Override
  public Use use(long pid) {
    final RUsageInfoV2 use = new RUsageInfoV2();
    if (SystemB.INSTANCE.proc_pid_rusage((int) pid, SystemB.RUSAGE_INFO_V2, use) != 0) {
      return Use.NONE;
    }
    final long units =
        use.ri_user_time + use.ri_system_time + use.ri_child_user_time + use.ri_child_system_time;
    return new Use(units * secondsAUnit, use.ri_phys_footprint);
  }

  private record FileEnd(int file) implements PipeEnd {
    @Override
    public int read(byte[] to) throws IOException {
      return (int) moved(CLibrary.C.read(file, to, to.length), "read");
    }

    @Override
    public int write(byte[] from) throws IOException {
      return (int) moved(CLibrary.C.write(file, from, from.length), "written");
    }

    private static long moved(long count, String what) throws IOException {
      if (count < 0) {
        throw new IOException(
            "a guest's pipe cannot be " + what + ": error " + Native.getLastError());
      }
      return count;
    }

    @Override
    public void close() {
      CLibrary.C.close(file);
    }
  }
}
