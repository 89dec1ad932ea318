package io.lull.agent.output;

import io.lull.agent.file.CoordinatorFiles;
import io.lull.agent.worker.WorkerFolder;
import io.lull.protocol.log.LogContext;
import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.OutputsStored;
import io.lull.protocol.wire.StoreOutputs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the files of a worker's outputs folder and its log to the coordinator, on its own thread;
 * or only what certain tasks of a bag wrote, which it then deletes. A repeated order gets the
 * earlier answer.
 */
public final class OutputSender {
  private static final Logger LOG = LoggerFactory.getLogger(OutputSender.class);

  /** A program that writes more files is at fault. */
  static final int MAX_FILES = 10_000;

  private static final int MAX_REMEMBERED = 16;

  private final CoordinatorFiles files;
  private final Function<String, Optional<WorkerFolder>> folders;
  private final Consumer<OutputsStored> reports;
  private final Set<StoreOutputs> sending = new HashSet<>();
  private final LinkedHashMap<StoreOutputs, OutputsStored> stored = new LinkedHashMap<>();

  /**
   * @param folders of workers, by id
   * @param reports called on any thread
   */
  public OutputSender(
      CoordinatorFiles files,
      Function<String, Optional<WorkerFolder>> folders,
      Consumer<OutputsStored> reports) {
    this.files = files;
    this.folders = folders;
    this.reports = reports;
  }

  public void store(StoreOutputs order) {
    final OutputsStored before;
    synchronized (this) {
      before = stored.get(order);
      if (before == null && !sending.add(order)) {
        return;
      }
    }
    if (before != null) {
      reports.accept(before);
      return;
    }
    Thread.ofVirtual()
        .name("outputs " + order.getWorker())
        .start(() -> LogContext.ofJob(order.getJob(), () -> sendAndReport(order)));
  }

  private void sendAndReport(StoreOutputs order) {
    final OutputsStored report = send(order);
    synchronized (this) {
      sending.remove(order);
      remember(order, report);
    }
    reports.accept(report);
  }

  /** A failed order may be repeated. */
  private void remember(StoreOutputs order, OutputsStored report) {
    if (report.getError().isEmpty()) {
      stored.put(order, report);
      if (stored.size() > MAX_REMEMBERED) {
        stored.pollFirstEntry();
      }
    }
  }

  private OutputsStored send(StoreOutputs order) {
    final OutputsStored.Builder report =
        OutputsStored.newBuilder()
            .setJob(order.getJob())
            .setWorker(order.getWorker())
            .addAllTasks(order.getTasksList());
    try {
      final WorkerFolder folder =
          folders
              .apply(order.getWorker())
              .orElseThrow(() -> new IOException(order.getWorker() + " is not here"));
      final Map<String, Path> found = files(folder, order);
      for (final Map.Entry<String, Path> file : found.entrySet()) {
        final Blob blob =
            files.put(order.getJob(), order.getWorker(), file.getKey(), file.getValue());
        report.addFiles(blob.toBuilder().setName(file.getKey()));
      }
      if (order.getTasksCount() > 0) {
        for (final Path file : found.values()) {
          Files.deleteIfExists(file);
        }
      }
    } catch (IOException e) {
      LOG.warn("cannot store the outputs of {}: {}", order.getWorker(), e.getMessage());
      report.clearFiles().setError(e.getMessage() == null ? e.toString() : e.getMessage());
    } catch (InterruptedException e) {
      report.clearFiles().setError("the agent ends");
    }
    return report.build();
  }

  /** Files directly in the folder, by name, and the log; links are not followed. */
  private static Map<String, Path> files(WorkerFolder folder, StoreOutputs order)
      throws IOException {
    final Map<String, Path> found = new LinkedHashMap<>();
    if (!Files.isDirectory(folder.outputs(), LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException("the outputs folder is missing");
    }
    final Set<String> tasks =
        order.getTasksList().stream().map(String::valueOf).collect(Collectors.toUnmodifiableSet());
    final List<Path> outputs;
    try (Stream<Path> entries = Files.list(folder.outputs())) {
      outputs =
          entries
              .filter(file -> tasks.isEmpty() || isOf(tasks, file))
              .limit(MAX_FILES + 1L)
              .sorted()
              .toList();
    }
    if (outputs.size() > MAX_FILES) {
      throw new IOException("there are more than " + MAX_FILES + " output files");
    }
    for (final Path file : outputs) {
      if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
        found.put(file.getFileName().toString(), file);
      } else {
        LOG.warn("{} is not a plain file and is not an output", file);
      }
    }
    if (tasks.isEmpty() && Files.isRegularFile(folder.log(), LinkOption.NOFOLLOW_LINKS)) {
      found.put(folder.log().getFileName().toString(), folder.log());
    }
    return found;
  }

  /** A task's output has the task's index and a dot in front of its name. */
  private static boolean isOf(Set<String> tasks, Path file) {
    final String name = file.getFileName().toString();
    return name.indexOf('.') > 0 && tasks.contains(name.substring(0, name.indexOf('.')));
  }
}
