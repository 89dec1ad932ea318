package io.lull.tray.job;

import io.lull.client.ClientFailure;
import io.lull.client.grid.GridClient;
import io.lull.client.result.PictureFile;
import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.JobView;
import io.lull.tray.grid.GridAccess;
import io.lull.tray.model.UiThread;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;

/** The files that a job left: one of them shown, any of them saved. */
public final class ResultsViewModel {
  private final GridAccess grid;
  private final String job;
  private final UiThread uiThread;
  private final JobTexts words;
  private final ObservableList<Output> outputs = FXCollections.observableArrayList();
  private final ObservableList<String> values = FXCollections.observableArrayList();
  private final ReadOnlyObjectWrapper<Optional<Picture>> picture =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ReadOnlyStringWrapper kept = new ReadOnlyStringWrapper("");
  private final ReadOnlyStringWrapper progress = new ReadOnlyStringWrapper("");
  private final ReadOnlyStringWrapper told = new ReadOnlyStringWrapper("");
  private final ReadOnlyStringWrapper problem = new ReadOnlyStringWrapper("");
  private final Consumer<String> underWay;
  private List<Blob> files = List.of();
  private boolean looked;
  private volatile boolean inSight;
  private @Nullable CompletableFuture<?> asked;

  /**
   * A picture to show.
   *
   * @param place its file, while the page is open
   */
  public record Picture(String name, URI place, Path folder) {}

  ResultsViewModel(GridAccess grid, String job, UiThread uiThread, JobTexts words) {
    this.grid = grid;
    this.job = job;
    this.uiThread = uiThread;
    this.words = words;
    this.underWay = uiThread.latest(progress::set);
  }

  void show(JobView view, long nowEpochMillis) {
    if (!files.equals(view.getOutputsList())) {
      files = view.getOutputsList();
      outputs.setAll(
          files.stream()
              .map(file ->
                  new Output(
                      file.getName(),
                      words.phrases().size(file.getSizeBytes()),
                      PictureFile.named(file.getName())
                          && file.getSizeBytes() <= PictureFile.LARGEST_BYTES))
              .toList());
    }
    final List<String> now =
        view.getCheckValuesList().stream().map(v -> v.getName() + "  " + v.getValue()).toList();
    if (!values.equals(now)) {
      values.setAll(now);
    }
    kept.set(keptWords(view, nowEpochMillis));
    if (!looked) {
      // The first picture is what most people look for.
      outputs.stream().filter(Output::picture).findFirst().ifPresent(this::open);
    }
  }

  private String keptWords(JobView view, long now) {
    if (view.getOutputsDroppedAt() != 0) {
      return words
          .texts()
          .say("results.dropped", words.phrases().since(view.getOutputsDroppedAt(), now));
    }
    return view.getOutputsKeptUntil() == 0
        ? ""
        : words.texts().say("results.kept", words.phrases().until(view.getOutputsKeptUntil(), now));
  }

  /** Shows a picture. */
  public void open(Output output) {
    final Optional<Blob> file = blob(output);
    if (file.isEmpty() || busy()) {
      return;
    }
    looked = true;
    ask(
        client -> fetched(client, file.get()),
        shown -> {
          drop();
          if (inSight) {
            picture.set(Optional.of(shown));
          } else {
            delete(shown.folder());
          }
        });
  }

  private Picture fetched(GridClient client, Blob file) {
    try {
      final Path folder = Files.createTempDirectory("lull-result-");
      try {
        final Path place = PictureFile.shown(client.download(job, file, folder, this::tell));
        if (!inSight) {
          throw new ClientFailure(ClientFailure.Kind.FAILED, "nobody looks at it any more");
        }
        return new Picture(file.getName(), place.toUri(), folder);
      } catch (IOException | RuntimeException e) {
        delete(folder);
        throw e;
      }
    } catch (IOException e) {
      throw new ClientFailure(
          ClientFailure.Kind.FAILED,
          words.texts().say("results.not-shown", file.getName(), String.valueOf(e.getMessage())),
          e);
    }
  }

  /** Saves files into a folder. */
  public void save(List<Output> wanted, Path folder) {
    if (busy()) {
      return;
    }
    final List<Blob> which = wanted.stream().flatMap(output -> blob(output).stream()).toList();
    ask(
        client -> saved(client, which, folder),
        last -> told.set(words.texts().say("results.saved", which.size(), last)));
  }

  private Path saved(GridClient client, List<Blob> which, Path folder) {
    try {
      for (final Blob file : which) {
        final Path _ = client.download(job, file, folder, this::tell);
      }
      return folder;
    } catch (IOException e) {
      throw new ClientFailure(
          ClientFailure.Kind.FAILED,
          words.texts().say("results.not-saved", folder, String.valueOf(e.getMessage())),
          e);
    }
  }

  private void tell(String name, long done, long total) {
    underWay.accept(
        words
            .texts()
            .say(
                "results.fetching", name, words.phrases().size(done), words.phrases().size(total)));
  }

  private boolean busy() {
    return asked != null && !asked.isDone();
  }

  private <T> void ask(Function<GridClient, T> question, Consumer<T> done) {
    told.set("");
    problem.set("");
    final CompletableFuture<T> answer = grid.ask(question);
    asked = answer;
    uiThread.answer(
        answer,
        value -> {
          uiThread.run(() -> progress.set(""));
          done.accept(value);
        },
        failure -> {
          uiThread.run(() -> progress.set(""));
          if (!answer.isCancelled()) {
            problem.set(ClientFailure.lineOf(failure));
          }
        });
  }

  private Optional<Blob> blob(Output output) {
    return files.stream().filter(file -> file.getName().equals(output.name())).findFirst();
  }

  /** When the page is hidden, transfers end, and temporary files are deleted. */
  void inSight(boolean now) {
    inSight = now;
    if (!now) {
      if (asked != null) {
        asked.cancel(true);
      }
      drop();
      looked = false;
    }
  }

  private void drop() {
    picture.get().ifPresent(old -> delete(old.folder()));
    picture.set(Optional.empty());
  }

  private static void delete(Path folder) {
    try (var inside = Files.newDirectoryStream(folder)) {
      for (final Path file : inside) {
        Files.deleteIfExists(file);
      }
      Files.deleteIfExists(folder);
    } catch (IOException e) {
      // The system's folder for temporary files, which cleans itself up.
      folder.toFile().deleteOnExit();
    }
  }

  public ObservableList<Output> outputs() {
    return outputs;
  }

  /** The program's summary of its result, one line each. */
  public ObservableList<String> values() {
    return values;
  }

  public ReadOnlyObjectProperty<Optional<Picture>> pictureProperty() {
    return picture.getReadOnlyProperty();
  }

  /** How long they are kept; empty: not known. */
  public ReadOnlyStringProperty keptProperty() {
    return kept.getReadOnlyProperty();
  }

  /** The progress of the present transfer; empty: none. */
  public ReadOnlyStringProperty progressProperty() {
    return progress.getReadOnlyProperty();
  }

  public ReadOnlyStringProperty toldProperty() {
    return told.getReadOnlyProperty();
  }

  public ReadOnlyStringProperty problemProperty() {
    return problem.getReadOnlyProperty();
  }
}
