package io.lull.coordinator.file;

import io.lull.coordinator.core.store.FileRecords;
import io.lull.protocol.records.FileRecord;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Decides which stored files may be removed, and removes them. Any thread. */
public final class FileRemoval {
  private static final int USES_AT_ONCE = 500;

  private final FileStore files;
  private final FileRecords records;
  private final FileIndex index;
  private final FileQuota quota;

  FileRemoval(FileStore files, FileRecords records, FileIndex index, FileQuota quota) {
    this.files = files;
    this.records = records;
    this.index = index;
    this.quota = quota;
  }

  /** To be asked for before it is found out which files are needed. */
  public long lastTouch() {
    return index.lastTouch();
  }

  /** What is not needed, the one first that was not of use for the longest time. */
  public List<IdleFile> idle(Set<String> needed) {
    return index.idle(needed);
  }

  /**
   * Gives up a program or an input, unless it was of use since.
   *
   * @param touch as {@link #lastTouch} said before it was found out that it is not needed
   * @return whether it is gone
   */
  public boolean dropBlob(String sha256, long touch) throws IOException {
    if (!index.takeOut(sha256, touch)) {
      return false;
    }
    files.dropBlob(sha256);
    return true;
  }

  /** Those that there are files of. */
  public Set<String> jobsWithOutputs() {
    return index.jobsWithOutputs();
  }

  /** What the outputs of a job take. */
  public long outputsOf(String job) {
    return index.outputsOf(job);
  }

  public void dropOutputs(String job) throws IOException {
    files.dropOutputs(job);
  }

  /** How much is to go before there is room for so much more; 0 or less: there is. */
  public long excess(long more) {
    return index.allBytes() + more - quota.bytes();
  }

  /** The same of the programs and inputs of one user. */
  public long excessOf(String owner, long more) {
    return index.bytesOf(owner) + more - quota.bytesOfUser();
  }

  public FileQuota quota() {
    return quota;
  }

  /** Writes down which programs and inputs were of use, so that a restart does not forget it. */
  public void noteUses() {
    final Map<String, FileRecord> uses = index.unnoted(USES_AT_ONCE);
    if (!uses.isEmpty()) {
      records.put(uses);
    }
  }
}
