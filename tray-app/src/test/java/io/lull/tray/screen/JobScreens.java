package io.lull.tray.screen;

import io.lull.client.ClientFailure;
import io.lull.protocol.wire.JobView;
import io.lull.testkit.time.Eventually;
import io.lull.tray.app.TrayApp;
import io.lull.tray.job.JobPageView;
import io.lull.tray.job.JobViewModel;
import io.lull.tray.jobs.JobsPage;
import io.lull.tray.model.UiThread;
import io.lull.tray.shell.Page;
import io.lull.tray.submit.Kind;
import io.lull.tray.submit.SubmitPageView;
import io.lull.tray.submit.SubmitViewModel;
import io.lull.tray.text.Phrases;
import io.lull.tray.ui.PageView;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.scene.Parent;

/** Every screen of jobs. */
final class JobScreens {
  /** Of a picture that is dropped, large enough to be sent in several parts. */
  private static final int SIDE = 1000;

  private JobScreens() {}

  static void addTo(Map<String, Supplier<Parent>> all, Locale locale) {
    all.put("jobs", () -> queue(PlayedGrid.of(SampleJobs.several(), SampleJobs.nodes()), locale));
    all.put(
        "jobs-4",
        () -> queue(PlayedGrid.of(SampleJobs.several(), SampleJobs.nodes().subList(0, 4)), locale));
    all.put("jobs-many", () -> queue(PlayedGrid.of(SampleJobs.many(), SampleJobs.nodes()), locale));
    all.put("jobs-empty", () -> queue(PlayedGrid.of(List.of(), SampleJobs.nodes()), locale));
    all.put("jobs-loading", () -> queue(PlayedGrid.silent(), locale));
    all.put(
        "jobs-unreachable",
        () ->
            queue(
                PlayedGrid.failing(
                    ClientFailure.Kind.UNREACHABLE,
                    "nobody answers at grid.example.org:7400 (connection refused)"),
                locale));
    all.put(
        "jobs-stranger",
        () ->
            queue(
                PlayedGrid.failing(ClientFailure.Kind.NOT_ALLOWED, "nobody has logged in")
                    .stranger(),
                locale));
    all.put("job-running", () -> job(SampleJobs.running(), locale));
    all.put("job-running-4", () -> job(SampleJobs.runningOn(4), locale));
    all.put("job-running-300", () -> job(SampleJobs.runningOn(300), locale));
    all.put(
        "job-machines-300", () -> Screens.scrolled(job(SampleJobs.runningOn(300), locale), 0.05));
    all.put("job-machines", () -> Screens.scrolled(job(SampleJobs.running(), locale), 0.28));
    all.put("job-cancel", () -> asked(SampleJobs.running(), locale));
    all.put("job-course", () -> Screens.scrolled(job(SampleJobs.running(), locale), 0.8));
    all.put("job-moving", () -> job(SampleJobs.reconfiguring(), locale));
    all.put("job-finished", () -> job(SampleJobs.finished(), locale));
    all.put("job-failed", () -> job(SampleJobs.failed(), locale));
    all.put("job-waiting", () -> job(SampleJobs.waiting(), locale));
    all.put("job-bag", () -> job(SampleJobs.bag(), locale));
    all.put("submit", () -> form(locale, _ -> {}));
    all.put("submit-wrong", () -> form(locale, JobScreens::mistaken));
    all.put("submit-command", () -> form(locale, JobScreens::command));
    all.put("submit-same", () -> Screens.scrolled(form(locale, JobScreens::pictured), 1));
    all.put("submit-sending", () -> sending(locale));
  }

  private static Parent queue(PlayedGrid grid, Locale locale) {
    return page(grid, new UiThread(Runnable::run), locale, _ -> {});
  }

  private static Parent job(JobView job, Locale locale) {
    final PlayedGrid grid = PlayedGrid.of(List.of(job), SampleJobs.nodes());
    grid.fake.outputs.put("solution.png", SampleJobs.picture());
    grid.fake.log = job.getFinishedAt() == 0 ? "" : SampleJobs.LOG;
    grid.fake.reasons = SampleJobs.REASONS;
    return page(grid, new UiThread(Runnable::run), locale, page -> page.open(job.getId()));
  }

  /** Whether it is really to be cancelled. */
  private static Parent asked(JobView job, Locale locale) {
    final PlayedGrid grid = PlayedGrid.of(List.of(job), SampleJobs.nodes());
    final SampleAgent agent = new SampleAgent(Samples.present(Samples.owner()));
    final TrayApp.Surroundings around = Screens.around(agent, grid, locale);
    final Map<Page, Supplier<PageView>> pages = Screens.pages(around);
    pages.put(
        Page.JOBS,
        () -> {
          final JobViewModel model =
              new JobViewModel(
                  grid, job.getId(), around.uiThread(), around.phrases(), around.clock());
          model.cancelAskedProperty().set(true);
          return new JobPageView(model, around.phrases(), () -> {});
        });
    return Screens.window(Page.JOBS, agent, pages, locale);
  }

  private static Parent page(
      PlayedGrid grid, UiThread uiThread, Locale locale, Consumer<JobsPage> then) {
    final SampleAgent agent = new SampleAgent(Samples.present(Samples.owner()));
    final TrayApp.Surroundings around = Screens.around(agent, grid, uiThread, locale);
    final Map<Page, Supplier<PageView>> pages = Screens.pages(around);
    pages.put(
        Page.JOBS,
        () -> {
          final JobsPage page =
              new JobsPage(
                  grid,
                  uiThread,
                  around.phrases(),
                  around.clock(),
                  new JobsPage.Ways(_ -> {}, () -> {}));
          then.accept(page);
          return page;
        });
    return Screens.window(Page.JOBS, agent, pages, locale);
  }

  private static Parent form(Locale locale, Consumer<SubmitViewModel> typed) {
    return form(
        PlayedGrid.of(SampleJobs.several(), SampleJobs.nodes()),
        new UiThread(Runnable::run),
        locale,
        typed);
  }

  private static Parent form(
      PlayedGrid grid, UiThread uiThread, Locale locale, Consumer<SubmitViewModel> typed) {
    final SampleAgent agent = new SampleAgent(Samples.present(Samples.owner()));
    final Map<Page, Supplier<PageView>> pages =
        Screens.pages(Screens.around(agent, grid, uiThread, locale));
    pages.put(
        Page.JOBS,
        () -> {
          final SubmitViewModel model =
              new SubmitViewModel(
                  grid, uiThread, new Phrases(locale, ZoneOffset.UTC), Runnable::run);
          typed.accept(model);
          return new SubmitPageView(model, _ -> {}, () -> {});
        });
    return Screens.window(Page.JOBS, agent, pages, locale);
  }

  private static void mistaken(SubmitViewModel model) {
    model.form().parameters().getFirst().valueProperty().set("a thousand");
    model.form().least().valueProperty().set("8");
    model.form().greatest().valueProperty().set("2");
    // The first thing that is wrong is said: now that is the parameter.
    model.form().least().valueProperty().set("2");
    model.form().greatest().valueProperty().set("8");
  }

  private static void command(SubmitViewModel model) {
    model.form().kindProperty().set(Kind.COMMAND);
  }

  private static void pictured(SubmitViewModel model) {
    model.form().parameters().getFirst().valueProperty().set("1000");
    model.form().least().valueProperty().set("2");
    model.form().greatest().valueProperty().set("8");
    model.add(List.of(plates()));
  }

  /** A picture of a few warm plates, as a person would drop it. */
  static Path plates() {
    try {
      // Where it is stands on the picture of the form.
      final Path file =
          Files.createDirectories(Path.of(System.getProperty("java.io.tmpdir"), "ada"))
              .resolve("plates.pgm");
      final byte[] pixels = new byte[SIDE * SIDE];
      for (int row = 0; row < SIDE; row++) {
        for (int column = 0; column < SIDE; column++) {
          final boolean first = Math.hypot(row - 370, column - 300) < 110;
          final boolean second = Math.hypot(row - 670, column - 690) < 170;
          pixels[row * SIDE + column] = (byte) (first ? 255 : second ? 140 : 0);
        }
      }
      try (var out = Files.newOutputStream(file)) {
        out.write("P5 1000 1000 255\n".getBytes(StandardCharsets.US_ASCII));
        out.write(pixels);
      }
      // The last to be named goes first.
      file.getParent().toFile().deleteOnExit();
      file.toFile().deleteOnExit();
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A part of a file is on its way. */
  private static Parent sending(Locale locale) {
    final PlayedGrid grid = PlayedGrid.of(SampleJobs.several(), SampleJobs.nodes());
    grid.fake.uploadGate = new CountDownLatch(1);
    final Queue<Runnable> toolkit = new ConcurrentLinkedQueue<>();
    final UiThread uiThread = new UiThread(toolkit::add);
    final AtomicReference<SubmitViewModel> made = new AtomicReference<>();
    final Parent window =
        form(
            grid,
            uiThread,
            locale,
            model -> {
              made.set(model);
              pictured(model);
              model.form().field("name").valueProperty().set("three plates");
              run(toolkit);
              grid.answersAtOnce = false;
              model.submit(_ -> {});
            });
    Eventually.await(
        "a part is sent",
        Duration.ofSeconds(30),
        () -> {
          run(toolkit);
          return made.get().sending().sendingProperty().get().progress() > 0;
        });
    return window;
  }

  private static void run(Queue<Runnable> toolkit) {
    for (Runnable task = toolkit.poll(); task != null; task = toolkit.poll()) {
      task.run();
    }
  }
}
