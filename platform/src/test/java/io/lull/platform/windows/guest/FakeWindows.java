package io.lull.platform.windows.guest;

import com.sun.jna.Pointer;
import com.sun.jna.platform.win32.WinNT.HANDLE;
import io.lull.platform.guest.GuestLimits;
import io.lull.platform.guest.GuestSpec;
import io.lull.platform.process.SpawnedProcess.Streams;
import io.lull.platform.windows.system.WindowsError;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** A Windows with one job, whose calls a test can look at. */
final class FakeWindows implements JobCalls, ProcessCalls {
  final List<String> calls = new CopyOnWriteArrayList<>();
  final Set<Long> members = new ConcurrentSkipListSet<>();
  final Set<Long> suspended = new ConcurrentSkipListSet<>();
  final CountDownLatch end = new CountDownLatch(1);
  volatile double seconds;
  volatile boolean refusesStart;
  volatile boolean refusesCap;
  volatile int exitCode = 7;

  @Override
  public HANDLE create(GuestLimits limits) {
    calls.add("create " + limits.memoryBytes());
    return new HANDLE(new Pointer(4));
  }

  @Override
  public void cap(HANDLE job, int tenThousandths) {
    if (refusesCap) {
      throw new WindowsError("SetInformationJobObject failed with error 50: not supported");
    }
    calls.add("cap " + tenThousandths);
  }

  @Override
  public Set<Long> members(HANDLE job) {
    return Set.copyOf(members);
  }

  @Override
  public double seconds(HANDLE job) {
    return seconds;
  }

  @Override
  public void terminate(HANDLE job) {
    calls.add("terminate");
    members.clear();
    end.countDown();
  }

  @Override
  public void close(HANDLE job) {
    calls.add("close");
  }

  @Override
  public Started start(GuestSpec spec, HANDLE job) {
    if (refusesStart) {
      throw new WindowsError("CreateProcessAsUser failed with error 2: not found");
    }
    calls.add("start");
    members.add(100L);
    return new Started(
        100,
        9_000,
        job,
        job,
        new Streams(
            OutputStream.nullOutputStream(),
            InputStream.nullInputStream(),
            InputStream.nullInputStream()));
  }

  @Override
  public void begin(Started started) {
    calls.add("begin");
  }

  @Override
  public int awaitEnd(Started started) {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    members.remove(started.pid());
    return exitCode;
  }

  @Override
  public void lower(long pid) {
    calls.add("lower " + pid);
  }

  @Override
  public boolean suspend(long pid) {
    return suspended.add(pid);
  }

  @Override
  public void resume(long pid) {
    suspended.remove(pid);
  }

  @Override
  public long residentBytes(long pid) {
    return 1_000;
  }

  @Override
  public OptionalLong startTicks(long pid) {
    return members.contains(pid) ? OptionalLong.of(9_000) : OptionalLong.empty();
  }

  @Override
  public void terminate(long pid) {
    calls.add("terminate " + pid);
    members.remove(pid);
  }
}
