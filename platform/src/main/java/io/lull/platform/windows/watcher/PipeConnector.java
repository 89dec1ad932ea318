package io.lull.platform.windows.watcher;

import com.sun.jna.Native;
import com.sun.jna.platform.win32.Kernel32;
import com.sun.jna.platform.win32.WinBase;
import com.sun.jna.platform.win32.WinDef.ULONGByReference;
import com.sun.jna.platform.win32.WinNT;
import com.sun.jna.platform.win32.WinNT.HANDLE;
import io.lull.platform.session.AgentConnector;
import io.lull.platform.session.PipeBridge;
import io.lull.platform.session.SessionMessages;
import io.lull.protocol.transport.FrameChannel;
import io.lull.protocol.wire.ToSession;
import java.io.IOException;

/** A watcher's connection to the service. It sends only to services. */
public final class PipeConnector implements AgentConnector {
  /** The server may identify the caller, but not act in the caller's name. */
  private static final int SECURITY_IDENTIFICATION = 0x0011_0000;

  private static final int SERVICES = 0;

  @Override
  public String address() {
    return NativeWatcherPipe.NAME;
  }

  @Override
  public FrameChannel<ToSession> dial() throws IOException {
    try {
      final HANDLE pipe =
          Kernel32.INSTANCE.CreateFile(
              NativeWatcherPipe.NAME,
              WinNT.GENERIC_READ
                  | WinNT.FILE_WRITE_DATA
                  | WinNT.FILE_WRITE_ATTRIBUTES
                  | WinNT.SYNCHRONIZE,
              0,
              null,
              WinNT.OPEN_EXISTING,
              WinNT.FILE_FLAG_OVERLAPPED | SECURITY_IDENTIFICATION,
              null);
      if (WinBase.INVALID_HANDLE_VALUE.equals(pipe)) {
        throw new IOException("the pipe cannot be opened: error " + Native.getLastError());
      }
      final OverlappedPipe end = new OverlappedPipe(pipe);
      final ULONGByReference session = new ULONGByReference();
      if (!Kernel32.INSTANCE.GetNamedPipeServerSessionId(pipe, session)
          || session.getValue().intValue() != SERVICES) {
        end.close();
        throw new IOException("who listens there is no service");
      }
      final PipeBridge.Ends ends = PipeBridge.over(end);
      return new FrameChannel<>(
          ends.in(), ends.out(), ToSession.parser(), SessionMessages.MAX_FRAME_BYTES);
    } catch (LinkageError e) {
      throw new IOException(e.getMessage(), e);
    }
  }
}
