package io.lull.platform.guest;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A folder by its path, for systems without handles of folders. The guest must not be able to
 * replace the folder itself, which is what its sandbox sees to.
 */
public class PathFolder implements GuestFolder {
  private final Path path;

  protected PathFolder(Path path) {
    this.path = path;
  }

  /** A {@link GuestFolders}. */
  public static GuestFolder open(Path parent, String name) throws IOException {
    final Path folder = parent.resolve(name);
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException("the folder " + name + " is missing");
    }
    return new PathFolder(folder);
  }

  /** Where the system finds it, whatever the guest does. */
  protected final Path path() {
    return path;
  }

  @Override
  public List<String> names(int most) throws IOException {
    final List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(path)) {
      for (final Path entry : entries) {
        if (names.size() == most) {
          throw new IOException("there are more than " + most + " files");
        }
        names.add(entry.getFileName().toString());
      }
    }
    Collections.sort(names);
    return names;
  }

  /**
   * @throws IOException if it leads to another folder
   */
  protected final Path entry(String name) throws IOException {
    final Path entry = path.resolve(name);
    if (name.isEmpty()
        || name.equals(".")
        || name.equals("..")
        || !path.equals(entry.getParent())) {
      throw new IOException("'" + name + "' is not the name of a file");
    }
    return entry;
  }

  @Override
  public boolean isPlainFile(String name) throws IOException {
    return isPlain(entry(name), LinkOption.NOFOLLOW_LINKS);
  }

  @Override
  public FileChannel open(String name) throws IOException {
    final Path entry = entry(name);
    if (!isPlain(entry, LinkOption.NOFOLLOW_LINKS)) {
      throw notPlain(name);
    }
    return FileChannel.open(entry, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
  }

  @Override
  public void take(String name, Path to) throws IOException {
    if (!isPlainFile(name)) {
      throw notPlain(name);
    }
    try {
      Files.move(entry(name), to, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      try (FileChannel from = open(name);
          FileChannel copy =
              FileChannel.open(to, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
        final long bytes = from.size();
        for (long done = 0; done < bytes; ) {
          final long copied = from.transferTo(done, bytes - done, copy);
          if (copied <= 0) {
            throw new IOException(name + " became shorter during the read");
          }
          done += copied;
        }
      } finally {
        delete(name);
      }
    }
    // Checked again now, when the guest cannot put another in its place.
    if (!isPlain(to, LinkOption.NOFOLLOW_LINKS)) {
      Files.delete(to);
      throw notPlain(name);
    }
  }

  @Override
  public void shareWithGroup(String name) throws IOException {
    throw new IOException("this system's folders have no handles: '" + name + "' is not shared");
  }

  @Override
  public void delete(String name) throws IOException {
    Files.deleteIfExists(entry(name));
  }

  /** Whether it is a file, and under one name only, where the system tells. */
  protected static boolean isPlain(Path file, LinkOption... options) throws IOException {
    if (!Files.readAttributes(file, BasicFileAttributes.class, options).isRegularFile()) {
      return false;
    }
    return !file.getFileSystem().supportedFileAttributeViews().contains("unix")
        || Files.getAttribute(file, "unix:nlink", options).equals(1);
  }

  protected static IOException notPlain(String name) {
    return new IOException("'" + name + "' is not a plain file with one name");
  }

  @Override
  public void close() {
    // A path needs no handle.
  }
}
