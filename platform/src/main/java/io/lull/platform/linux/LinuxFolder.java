package io.lull.platform.linux;

import com.sun.jna.LastErrorException;
import io.lull.platform.guest.GuestFolder;
import io.lull.platform.guest.PathFolder;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;

/**
 * A folder by a handle of it. Handles are of O_PATH, see open(2): to open one neither follows a
 * link, nor waits for the other end of a pipe, nor touches a device, and what it is can be asked
 * afterwards. The kernel leads to a handle's file by its name in /proc/self/fd.
 */
final class LinuxFolder extends PathFolder {
  private static final Path HANDLES = Path.of("/proc/self/fd");
  private final int handle;

  private LinuxFolder(int handle) {
    super(path(handle));
    this.handle = handle;
  }

  /** A {@link io.lull.platform.guest.GuestFolders}. */
  static GuestFolder openIn(Path parent, String name) throws IOException {
    final int top = call(parent.toString(), () -> CLibrary.C.open(parent.toString(), flags()));
    final int handle;
    try {
      handle = call(name, () -> CLibrary.C.openat(top, name, flags()));
    } finally {
      CLibrary.C.close(top);
    }
    if (!Files.isDirectory(path(handle))) {
      CLibrary.C.close(handle);
      throw new IOException("the folder " + name + " is missing");
    }
    return new LinuxFolder(handle);
  }

  private static int flags() {
    return CLibrary.O_PATH | CLibrary.O_CLOEXEC | CLibrary.noFollow();
  }

  private static Path path(int handle) {
    return HANDLES.resolve(Integer.toString(handle));
  }

  @FunctionalInterface
  private interface Call {
    int make();
  }

  private static int call(String name, Call call) throws IOException {
    try {
      return call.make();
    } catch (LastErrorException e) {
      throw e.getErrorCode() == CLibrary.ENOENT
          ? new NoSuchFileException(name)
          : new IOException(name + " cannot be opened: error " + e.getErrorCode(), e);
    }
  }

  @Override
  public FileChannel open(String name) throws IOException {
    final String checked = entry(name).getFileName().toString();
    final int file = call(name, () -> CLibrary.C.openat(handle, checked, flags()));
    try {
      if (!isPlain(path(file))) {
        throw notPlain(name);
      }
      return FileChannel.open(path(file), StandardOpenOption.READ);
    } finally {
      CLibrary.C.close(file);
    }
  }

  @Override
  public void shareWithGroup(String name) throws IOException {
    final String checked = entry(name).getFileName().toString();
    final int file = call(name, () -> CLibrary.C.openat(handle, checked, flags()));
    try {
      if (!isPlain(path(file))) {
        throw notPlain(name);
      }
      final Set<PosixFilePermission> permissions =
          EnumSet.copyOf(Files.getPosixFilePermissions(path(file)));
      permissions.add(PosixFilePermission.GROUP_READ);
      Files.setPosixFilePermissions(path(file), permissions);
    } finally {
      CLibrary.C.close(file);
    }
  }

  @Override
  public void close() {
    CLibrary.C.close(handle);
  }
}
