package io.lull.coordinator.core.planted;

import io.grpc.Status;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** In the package of a core, which may have none of this. */
public final class PlantedThread {
  private static final Logger LOG = LoggerFactory.getLogger(PlantedThread.class);

  private volatile boolean seen;

  synchronized boolean locked() {
    return seen;
  }

  static String outside(Connection database, CompletableFuture<Status> answer, Path file) {
    final Thread thread = Thread.currentThread();
    LOG.debug("{} asks {}", thread, URI.create("https://example.org"));
    return database + " " + answer + " " + file;
  }
}
