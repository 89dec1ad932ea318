package io.lull.platform.windows.guest;

import com.sun.jna.Native;
import com.sun.jna.platform.win32.Kernel32;
import com.sun.jna.platform.win32.WinBase;
import com.sun.jna.platform.win32.WinError;
import com.sun.jna.platform.win32.WinNT.HANDLE;
import com.sun.jna.platform.win32.WinNT.HANDLEByReference;
import com.sun.jna.ptr.IntByReference;
import io.lull.platform.process.PipeEnd;
import io.lull.platform.process.SpawnedProcess.Streams;
import io.lull.platform.windows.system.WindowsError;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The pipes to and from a new process: its ends are inheritable, the agent's are not. */
final class Pipes implements AutoCloseable {
  private final List<HANDLE> theirs = new ArrayList<>();
  private final List<HANDLE> ours = new ArrayList<>();
  private boolean handedOver;

  Pipes() {
    try {
      for (final boolean toProcess : new boolean[] {true, false, false}) {
        final HANDLEByReference reads = new HANDLEByReference();
        final HANDLEByReference writes = new HANDLEByReference();
        WindowsError.unless(Kernel32.INSTANCE.CreatePipe(reads, writes, null, 0), "CreatePipe");
        theirs.add(toProcess ? reads.getValue() : writes.getValue());
        ours.add(toProcess ? writes.getValue() : reads.getValue());
      }
      for (final HANDLE handle : theirs) {
        WindowsError.unless(
            Kernel32.INSTANCE.SetHandleInformation(
                handle, WinBase.HANDLE_FLAG_INHERIT, WinBase.HANDLE_FLAG_INHERIT),
            "SetHandleInformation");
      }
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /** Standard input, output and error of the process. */
  List<HANDLE> theirs() {
    return theirs;
  }

  /** The agent's ends, which outlive this object. */
  Streams streams() {
    handedOver = true;
    return new Streams(
        PipeEnd.output(new HandleEnd(ours.get(0))),
        PipeEnd.input(new HandleEnd(ours.get(1))),
        PipeEnd.input(new HandleEnd(ours.get(2))));
  }

  @Override
  public void close() {
    theirs.forEach(Kernel32.INSTANCE::CloseHandle);
    if (!handedOver) {
      ours.forEach(Kernel32.INSTANCE::CloseHandle);
    }
  }

  private record HandleEnd(HANDLE handle) implements PipeEnd {
    @Override
    public int read(byte[] to) throws IOException {
      final IntByReference count = new IntByReference();
      if (Kernel32.INSTANCE.ReadFile(handle, to, to.length, count, null)) {
        return count.getValue();
      }
      final int error = Native.getLastError();
      if (error == WinError.ERROR_BROKEN_PIPE) {
        return 0;
      }
      throw new IOException("a guest's pipe cannot be read: error " + error);
    }

    @Override
    public int write(byte[] from) throws IOException {
      final IntByReference count = new IntByReference();
      if (Kernel32.INSTANCE.WriteFile(handle, from, from.length, count, null)) {
        return count.getValue();
      }
      throw new IOException("a guest's pipe cannot be written: error " + Native.getLastError());
    }

    @Override
    public void close() {
      Kernel32.INSTANCE.CloseHandle(handle);
    }
  }
}
