package io.lull.coordinator.file;

import io.lull.coordinator.core.store.FileRecords;
import io.lull.protocol.records.FileRecord;
import io.lull.protocol.time.Clock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Takes stock of the files when a coordinator begins to lead, and completes interrupted work: a
 * file without a record is older than records, or was being stored or removed; it is kept without
 * an owner, and removed when its turn comes.
 */
final class FileInventory {
  private static final int RECORDS_AT_ONCE = 500;
  private static final Pattern OUTPUT_ID = Pattern.compile("output/(" + FileNames.JOB + ")/(.+)");

  private final Path blobs;
  private final Path outputs;
  private final SharedFiles sharedFiles;
  private final FileRecords records;
  private final Clock clock;

  FileInventory(
      Path blobs, Path outputs, SharedFiles sharedFiles, FileRecords records, Clock clock) {
    this.blobs = blobs;
    this.outputs = outputs;
    this.sharedFiles = sharedFiles;
    this.records = records;
    this.clock = clock;
  }

  void count(FileIndex index) throws IOException {
    countBlobs(index);
    if (sharedFiles.shared()) {
      countSharedOutputs(index);
    } else {
      countOutputs(index);
    }
  }

  private void countBlobs(FileIndex index) throws IOException {
    final Map<String, FileRecord> known = records.all();
    final Map<String, FileRecord> there = sharedFiles.shared() ? shared() : onDisk();
    final Map<String, FileRecord> adopted = new HashMap<>();
    for (final Map.Entry<String, FileRecord> entry : there.entrySet()) {
      final FileRecord before = known.get(entry.getKey());
      final FileRecord record =
          before == null || before.getSizeBytes() != entry.getValue().getSizeBytes()
              ? entry.getValue()
              : before;
      if (!record.equals(before)) {
        adopted.put(entry.getKey(), record);
      }
      index.restore(entry.getKey(), record);
      if (adopted.size() == RECORDS_AT_ONCE) {
        records.put(adopted);
        adopted.clear();
      }
    }
    if (!adopted.isEmpty()) {
      records.put(adopted);
    }
    final List<String> gone =
        known.keySet().stream().filter(sha256 -> !there.containsKey(sha256)).toList();
    if (!gone.isEmpty()) {
      records.remove(gone);
    }
  }

  /** By the hash of their content. */
  private Map<String, FileRecord> onDisk() throws IOException {
    final Map<String, FileRecord> found = new HashMap<>();
    for (final Path file : files(blobs)) {
      final String sha256 = String.valueOf(file.getFileName());
      if (FileNames.SHA256.matcher(sha256).matches()) {
        found.put(
            sha256,
            FileRecord.newBuilder()
                .setSizeBytes(Files.size(file))
                .setUsedAt(Files.getLastModifiedTime(file).toMillis())
                .build());
      }
    }
    return found;
  }

  /** The same of those that the store has; what it has not was dropped by another. */
  private Map<String, FileRecord> shared() throws IOException {
    final Map<String, FileRecord> found = new HashMap<>();
    sharedFiles
        .sizes(FileNames.BLOB)
        .forEach((id, bytes) ->
            found.put(
                id.substring(FileNames.BLOB.length()),
                FileRecord.newBuilder()
                    .setSizeBytes(bytes)
                    .setUsedAt(clock.epochMillis())
                    .build()));
    for (final Path file : files(blobs)) {
      if (!found.containsKey(String.valueOf(file.getFileName()))) {
        Files.delete(file);
      }
    }
    return found;
  }

  private void countOutputs(FileIndex index) throws IOException {
    for (final Path file : files(outputs)) {
      final String job = String.valueOf(outputs.relativize(file).getName(0));
      if (FileNames.JOB.matcher(job).matches()) {
        index.outputGrew(job, FileIndex.onDisk(Files.size(file)));
      }
    }
  }

  private void countSharedOutputs(FileIndex index) throws IOException {
    for (final Path file : files(outputs)) {
      // Another may have led since, and have another of the same name, or none.
      Files.delete(file);
    }
    sharedFiles
        .sizes(FileNames.OUTPUT)
        .forEach((id, bytes) -> {
          final Matcher output = OUTPUT_ID.matcher(id);
          if (output.matches()) {
            index.outputGrew(output.group(1), FileIndex.onDisk(bytes));
          }
        });
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return new ArrayList<>(all.filter(Files::isRegularFile).toList());
    }
  }
}
