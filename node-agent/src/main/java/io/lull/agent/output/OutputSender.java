package io.lull.agent.output;

import static java.nio.file.StandardOpenOption.READ;

import io.lull.agent.file.CoordinatorFiles;
import io.lull.agent.file.FileSource;
import io.lull.agent.worker.WorkerFolder;
import io.lull.platform.guest.GuestFolder;
import io.lull.protocol.log.LogContext;
import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.OutputsStored;
import io.lull.protocol.wire.StoreOutputs;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
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

  /** Of a bag, tasks that have ended since. */
  private static final int MAX_LISTED = 200_000;

  private static final int MAX_REMEMBERED = 16;

  /** Where a bag's tasks have their folders while they run. */
  private static final String TASKS = ".tasks";

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
      try (GuestFolder outputs = folder.openOutputs()) {
        final List<String> names = names(folder, outputs, order);
        for (final String name : names) {
          report.addFiles(store(order, name, () -> outputs.open(name)));
        }
        if (order.getTasksCount() == 0) {
          if (Files.isRegularFile(folder.log(), LinkOption.NOFOLLOW_LINKS)) {
            final String name = folder.log().getFileName().toString();
            report.addFiles(
                store(
                    order,
                    name,
                    () -> FileChannel.open(folder.log(), READ, LinkOption.NOFOLLOW_LINKS)));
          }
        } else {
          for (final String name : names) {
            outputs.delete(name);
          }
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

  private Blob store(StoreOutputs order, String name, FileSource file)
      throws IOException, InterruptedException {
    return files.put(order.getJob(), order.getWorker(), name, file).toBuilder()
        .setName(name)
        .build();
  }

  /** Of the plain files directly in the folder, those that are wanted. */
  private static List<String> names(WorkerFolder folder, GuestFolder outputs, StoreOutputs order)
      throws IOException {
    final Set<String> tasks =
        order.getTasksList().stream().map(String::valueOf).collect(Collectors.toUnmodifiableSet());
    final List<String> names = new ArrayList<>();
    final Set<String> own = Set.of(TASKS, folder.log().getFileName().toString());
    for (final String name : outputs.names(MAX_LISTED)) {
      if (own.contains(name) || !(tasks.isEmpty() || isOf(tasks, name))) {
        continue;
      }
      if (names.size() == MAX_FILES) {
        throw new IOException("there are more than " + MAX_FILES + " output files");
      }
      if (outputs.isPlainFile(name)) {
        names.add(name);
      } else {
        LOG.warn(
            "{} of {} is not a plain file with one name and is not an output",
            name,
            order.getWorker());
      }
    }
    return names;
  }

  /** A task's output has the task's index and a dot in front of its name. */
  private static boolean isOf(Set<String> tasks, String name) {
    return name.indexOf('.') > 0 && tasks.contains(name.substring(0, name.indexOf('.')));
  }
}
