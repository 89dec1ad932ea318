package io.lull.agent.app;

import io.lull.agent.guest.service.GuestHost;
import io.lull.agent.guest.service.GuestService;
import io.lull.platform.Platform;
import io.lull.platform.guest.MeteredGuests;
import io.lull.protocol.log.LogFormat;
import io.lull.protocol.time.SystemClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The main program of the service that starts an agent's guests as a user of their own. */
public final class GuestServiceProgram {
  private static final int DONE = 0;
  private static final int FAILED = 1;
  private static final int BAD_INPUT = 2;
  private static final Duration END_WITHIN = Duration.ofSeconds(20);
  private static final Duration REAPED_WITHIN = Duration.ofSeconds(10);
  private static final String GROUP = "unix:gid";

  /**
   * The service's options.
   *
   * @param folder in which the agent makes the guests' folders
   * @param agentUser whom alone it serves; empty: whom the socket's permissions let in
   */
  public record Options(Path socket, Path folder, Optional<String> agentUser) {}

  private GuestServiceProgram() {}

  /** Runs until the service is ended; errors are one line on standard error. */
  public static int run(Options options, LogFormat logFormat) {
    logFormat.install(() -> "");
    final Optional<MeteredGuests> guests =
        Platform.guestsForAnother(System.getProperty("os.name", ""), SystemClock.INSTANCE);
    if (guests.isEmpty()) {
      return refuse(logFormat, BAD_INPUT, "guests have a user of their own on Linux only");
    }
    final CountDownLatch ended = new CountDownLatch(1);
    try {
      final Path material = Files.createTempDirectory("lull-guests");
      try {
        checkGroup(options.folder(), material);
        if (!guests.get().starter().reapStrays(REAPED_WITHIN)) {
          throw new IOException(
              "a guest of an earlier service cannot be ended: end it by hand and start again");
        }
        final GuestHost host = new GuestHost(guests.get(), options.folder().toRealPath(), material);
        try (GuestService service =
            GuestService.open(options.socket(), options.agentUser(), host)) {
          Runtime.getRuntime().addShutdownHook(new Thread(() -> endNow(service, ended), "end"));
          System.out.println("guests start at " + options.socket());
          System.out.flush();
          return serve(service, logFormat);
        }
      } finally {
        ended.countDown();
        Files.deleteIfExists(material);
      }
    } catch (IOException e) {
      return refuse(logFormat, BAD_INPUT, e.getMessage() == null ? e.toString() : e.getMessage());
    }
  }

  /** What ends it once it listens is nothing that its options could mend: it may start again. */
  private static int serve(GuestService service, LogFormat logFormat) {
    try {
      service.run();
      return DONE;
    } catch (IOException e) {
      return refuse(logFormat, FAILED, "it takes no calls any more: " + e.getMessage());
    }
  }

  /** Through their group alone, guests use the agent's files and the agent theirs. */
  private static void checkGroup(Path folder, Path own) throws IOException {
    if (!Files.isDirectory(folder)) {
      throw new IOException("the folder of the guests, " + folder + ", does not exist: make it");
    }
    final Object group = Files.getAttribute(own, GROUP);
    if (!group.equals(Files.getAttribute(folder, GROUP))) {
      throw new IOException(
          "the folder of the guests, "
              + folder
              + ", must be of the group of this service: chgrp it to "
              + Files.readAttributes(own, PosixFileAttributes.class).group().getName());
    }
  }

  private static int refuse(LogFormat logFormat, int code, String why) {
    logFormat.lastWord(System.err, "lull guest-service: " + why);
    return code;
  }

  /** On the system's request to end: no guest outlives the service. */
  private static void endNow(GuestService service, CountDownLatch ended) {
    service.close();
    try {
      ended.await(END_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
