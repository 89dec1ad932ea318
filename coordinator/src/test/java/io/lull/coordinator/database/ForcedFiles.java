package io.lull.coordinator.database;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.h2.store.fs.FileBaseDefault;
import org.h2.store.fs.FilePath;
import org.h2.store.fs.FilePathWrapper;

/** H2's files, of which it is known what a loss of power could still take. */
public final class ForcedFiles extends FilePathWrapper {
  static final String SCHEME = "forced";

  /** H2 makes an object for each name, so what is known of all is kept here. */
  private static final Set<String> UNFORCED = ConcurrentHashMap.newKeySet();

  static ForcedFiles register() {
    final ForcedFiles files = new ForcedFiles();
    FilePath.register(files);
    UNFORCED.clear();
    return files;
  }

  /** The files that were written to since they were forced to the disk. */
  Set<String> unforced() {
    return new TreeSet<>(UNFORCED);
  }

  @Override
  public String getScheme() {
    return SCHEME;
  }

  @Override
  public FileChannel open(String mode) throws IOException {
    return new Watched(getBase().open(mode), getName());
  }

  private static final class Watched extends FileBaseDefault {
    private final FileChannel base;
    private final String name;

    Watched(FileChannel base, String name) {
      this.base = base;
      this.name = name;
    }

    @Override
    public long size() throws IOException {
      return base.size();
    }

    @Override
    public synchronized int read(ByteBuffer into, long position) throws IOException {
      return base.read(into, position);
    }

    @Override
    public synchronized int write(ByteBuffer from, long position) throws IOException {
      UNFORCED.add(name);
      return base.write(from, position);
    }

    @Override
    protected void implTruncate(long size) throws IOException {
      base.truncate(size);
    }

    @Override
    public void force(boolean metaData) throws IOException {
      // What is written meanwhile may or may not be there.
      UNFORCED.remove(name);
      base.force(metaData);
    }

    @Override
    public FileLock tryLock(long position, long size, boolean shared) throws IOException {
      return base.tryLock(position, size, shared);
    }

    @Override
    protected void implCloseChannel() throws IOException {
      base.close();
    }
  }
}
