package io.lull.coordinator.app;

import io.lull.coordinator.config.StartException;
import io.lull.coordinator.config.WebOptions;
import io.lull.coordinator.core.control.StepDown;
import io.lull.coordinator.core.store.StoreUnavailableException;
import io.lull.coordinator.database.StoreProbe;
import io.lull.coordinator.database.StoreUrl;
import io.lull.coordinator.metrics.CoordinatorMetrics;
import io.lull.coordinator.metrics.MetricsServer;
import io.lull.coordinator.web.StatusPage;
import io.lull.protocol.log.LogFormat;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.HostPort;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** {@code lull coordinator}: runs until it is told to stop. */
public final class CoordinatorProgram {
  private static final int DONE = 0;
  private static final int FAILED = 1;
  private static final int BAD_INPUT = 2;
  private static final long STOP_SECONDS = 20;

  /** How often it asks whether its store is there. */
  private static final Duration STORE_RETRY = Duration.ofSeconds(1);

  /** Says at each start that nobody can join, which is meant. */
  private static final Logger JOINING = Logger.getLogger("com.hazelcast.instance.impl.Node");

  /**
   * Say at length what callers do wrong, as often as they do it, and what becomes of members that
   * come and go, which is told in fewer words.
   */
  private static final List<Logger> CONNECTIONS =
      List.of(
          Logger.getLogger("io.grpc.netty.shaded"),
          Logger.getLogger("com.hazelcast.internal"),
          Logger.getLogger("com.hazelcast.spi"));

  /** Loud libraries; held here, since the logging system forgets loggers that nobody holds. */
  private static final List<Logger> QUIET =
      List.of(
          Logger.getLogger("com.hazelcast"),
          Logger.getLogger("com.zaxxer.hikari"),
          Logger.getLogger("org.flywaydb"),
          Logger.getLogger("io.grpc"));

  private CoordinatorProgram() {}

  /**
   * Why a coordinator could not use a shared store, in one line; empty: it could.
   *
   * @param store as for {@code --store}
   */
  public static Optional<String> obstacleOf(String store) {
    return StoreProbe.obstacle(store);
  }

  /**
   * What it tells those who run it.
   *
   * @param metrics where metrics and health are shown; port 0 lets the system choose; null: nowhere
   * @param version of this program, to be shown there
   * @param web the page for browsers; null: none
   */
  public record Reporting(
      LogFormat logFormat, @Nullable HostPort metrics, String version, @Nullable WebOptions web) {}

  /**
   * @return the exit code: 0 when it was told to stop, 1 when it could not go on, 2 when it cannot
   *     start as it was asked to
   */
  public static int run(CoordinatorOptions options, Reporting reporting) {
    reporting.logFormat().install(() -> "");
    QUIET.forEach(logger -> logger.setLevel(Level.WARNING));
    JOINING.setLevel(Level.SEVERE);
    CONNECTIONS.forEach(logger -> logger.setLevel(Level.SEVERE));
    return run(options, reporting, System.out);
  }

  private static @Nullable MetricsServer server(Reporting reporting, CoordinatorMetrics metrics)
      throws StartException {
    return reporting.metrics() == null ? null : MetricsServer.open(reporting.metrics(), metrics);
  }

  private static @Nullable StatusPage page(Reporting reporting, CoordinatorMetrics metrics)
      throws StartException {
    return reporting.web() == null
        ? null
        : StatusPage.open(reporting.web(), metrics, SystemClock.INSTANCE);
  }

  private static int run(CoordinatorOptions options, Reporting reporting, PrintStream out) {
    final CompletableFuture<String> told = new CompletableFuture<>();
    final CountDownLatch stopped = new CountDownLatch(1);
    Runtime.getRuntime()
        .addShutdownHook(
            Thread.ofPlatform()
                .name("lull-stop")
                .unstarted(() -> {
                  told.complete("");
                  awaitStop(stopped);
                }));
    final CoordinatorMetrics metrics =
        new CoordinatorMetrics(SystemClock.INSTANCE, reporting.version());
    try (MetricsServer server = server(reporting, metrics);
        StatusPage page = page(reporting, metrics)) {
      if (server != null) {
        out.println("metrics and health on http://" + server.address());
      }
      if (page != null) {
        out.println("web page on https://" + page.address() + " (lull web opens it)");
      }
      out.flush();
      return run(
          options,
          new Monitoring(metrics, Optional.ofNullable(page)),
          told,
          out,
          line -> complain(reporting, line));
    } catch (StartException e) {
      complain(reporting, String.valueOf(e.getMessage()));
      return BAD_INPUT;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return DONE;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } finally {
      stopped.countDown();
    }
  }

  private static void complain(Reporting reporting, String why) {
    reporting.logFormat().lastWord(System.err, "lull coordinator: " + why);
  }

  /**
   * @param told completes when it is to stop
   * @param failed hears why it cannot go on leading
   */
  private static int run(
      CoordinatorOptions options,
      Monitoring monitoring,
      CompletableFuture<String> told,
      PrintStream out,
      Consumer<String> failed)
      throws StartException, InterruptedException, ExecutionException {
    while (true) {
      final Announced announced = new Announced(told, out);
      final Optional<Coordinator> started = await(options, monitoring, announced);
      if (started.isEmpty()) {
        return DONE;
      }
      try (Coordinator coordinator = started.get()) {
        announce(coordinator, options, out);
        CompletableFuture.anyOf(told, coordinator.failure()).get();
        if (told.isDone()) {
          return DONE;
        }
        final StepDown halt = coordinator.failure().get();
        failed.accept(halt.why());
        if (!maySurvive(halt, options)) {
          return FAILED;
        }
      }
    }
  }

  private static Optional<Coordinator> begin(
      CoordinatorOptions options, Monitoring monitoring, Announced announced)
      throws StartException {
    return options.oneOfSeveral()
        ? Coordinator.await(options, SystemClock.INSTANCE, monitoring, announced)
        : Optional.of(Coordinator.start(options, SystemClock.INSTANCE, monitoring));
  }

  /**
   * A store that is away does not end it: after a power cut, a database may start later. It waits,
   * as one that stands by.
   */
  private static Optional<Coordinator> await(
      CoordinatorOptions options, Monitoring monitoring, Announced announced)
      throws StartException, InterruptedException {
    while (true) {
      try {
        return begin(options, monitoring, announced);
      } catch (StartException e) {
        if (!(e.getCause() instanceof StoreUnavailableException) || !shared(options)) {
          throw e;
        }
        if (!announced.waitsForStore(String.valueOf(e.getMessage()))) {
          return Optional.empty();
        }
      }
    }
  }

  /** Whether it may lead again later, in the same process. */
  private static boolean maySurvive(StepDown halt, CoordinatorOptions options) {
    return switch (halt.cause()) {
      case DEPOSED -> options.oneOfSeveral();
      case STORE -> shared(options);
      case DEFECT -> false;
    };
  }

  private static boolean shared(CoordinatorOptions options) {
    return options.store() != null && !StoreUrl.parse(options.store()).embedded();
  }

  private static void announce(
      Coordinator coordinator, CoordinatorOptions options, PrintStream out) {
    if (coordinator.tokenWritten()) {
      out.println(
          "the one-time token for the first administrator is in "
              + options.data().resolve(AdminTokenFile.FILE)
              + ": use it with lull login --enroll");
    }
    out.println("listening on " + coordinator.address());
    out.flush();
  }

  /** Says who leads and who else is there, once for each, and waits until it is told to stop. */
  private static final class Announced implements Standby {
    private final CompletableFuture<String> told;
    private final PrintStream out;
    private String announced = "";

    Announced(CompletableFuture<String> told, PrintStream out) {
      this.told = told;
      this.out = out;
    }

    @Override
    public boolean waitsOn(String leader) {
      if (!leader.equals(announced)) {
        announced = leader;
        out.println("standing by: another coordinator leads (" + leader + ")");
        out.flush();
      }
      return !told.isDone();
    }

    /** False when it is told to stop. */
    boolean waitsForStore(String why) throws InterruptedException {
      if (!why.equals(announced)) {
        announced = why;
        out.println("waiting for the store: " + why);
        out.flush();
      }
      try {
        told.get(STORE_RETRY.toMillis(), TimeUnit.MILLISECONDS);
        return false;
      } catch (TimeoutException e) {
        return true;
      } catch (ExecutionException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void inTouchWith(List<String> others) {
      out.println(
          others.isEmpty()
              ? "in touch with no other member"
              : "in touch with " + String.join(", ", others));
      out.flush();
    }
  }

  private static void awaitStop(CountDownLatch stopped) {
    try {
      if (!stopped.await(STOP_SECONDS, TimeUnit.SECONDS)) {
        Logger.getLogger(CoordinatorProgram.class.getName()).warning("stopping took too long");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
