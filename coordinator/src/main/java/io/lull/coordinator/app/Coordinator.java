package io.lull.coordinator.app;

import io.lull.coordinator.config.StartException;
import io.lull.coordinator.core.control.StepDown;
import io.lull.coordinator.core.store.StoreException;
import io.lull.coordinator.database.StoreUrl;
import io.lull.coordinator.file.FileSizes;
import io.lull.coordinator.leadership.RenewedLease;
import io.lull.coordinator.metrics.MemberStage;
import io.lull.protocol.time.Clock;
import io.lull.protocol.transport.HostPort;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

/** A running coordinator: opened stage by stage, closed in reverse order. */
final class Coordinator implements AutoCloseable {
  static final String ADDRESS_FILE = "address";

  private final Monitoring monitoring;
  private final OpenParts parts = new OpenParts();
  private CompletableFuture<StepDown> failure = new CompletableFuture<>();
  private HostPort address = new HostPort("", 0);
  private boolean tokenWritten;

  private Coordinator(Monitoring monitoring) {
    this.monitoring = monitoring;
  }

  /**
   * One that leads, at once or when another of the same store was just killed.
   *
   * @throws StartException also when another leads
   */
  static Coordinator start(CoordinatorOptions options, Clock clock, Monitoring monitoring)
      throws StartException {
    final long deadline = clock.nanos() + RenewedLease.PATIENCE.toNanos();
    final AtomicReference<String> leads = new AtomicReference<>("");
    return await(
            options,
            clock,
            monitoring,
            leader -> {
              leads.set(leader);
              return clock.nanos() - deadline < 0;
            })
        .orElseThrow(() ->
            new StartException(
                "another coordinator leads on this store ("
                    + leads.get()
                    + "): stop it first, use another store for this one, or let this one stand by"
                    + " with --join and the other's address"));
  }

  /**
   * One that leads, once it can.
   *
   * @return empty when the standby did not want to wait any longer
   */
  static Optional<Coordinator> await(
      CoordinatorOptions options, Clock clock, Monitoring monitoring, Standby standby)
      throws StartException {
    final StoreUrl url;
    try {
      url =
          options.store() == null
              ? StoreUrl.inFolder(options.data().resolve("db"))
              : StoreUrl.parse(options.store());
      // Nothing is made in a folder for options that cannot be.
      options.keeping().check();
    } catch (IllegalArgumentException e) {
      throw new StartException(String.valueOf(e.getMessage()), e);
    }
    if (options.oneOfSeveral() && url.embedded()) {
      throw new StartException(
          "several coordinators need a shared store: start each with --store"
              + " jdbc:postgresql://HOST/DATABASE");
    }
    final Coordinator coordinator = new Coordinator(monitoring);
    boolean leads = false;
    try {
      leads = coordinator.open(options, url, clock, standby);
      return leads ? Optional.of(coordinator) : Optional.empty();
    } catch (StoreException | GeneralSecurityException e) {
      throw new StartException(String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw new StartException(
          "the data folder " + options.data() + " cannot be used: " + CoordinatorFolder.reason(e),
          e);
    } finally {
      if (!leads) {
        coordinator.close();
      }
    }
  }

  /** Where agents and users reach it. */
  HostPort address() {
    return address;
  }

  /** Whether this start made a token for the first administrator. */
  boolean tokenWritten() {
    return tokenWritten;
  }

  /** Completes when it cannot go on. */
  CompletableFuture<StepDown> failure() {
    return failure;
  }

  /** Stops in the reverse of the order of starting. */
  @Override
  public void close() {
    monitoring.metrics().turnTo(new MemberStage.Starting());
    parts.close();
  }

  /**
   * Opens one stage after the other.
   *
   * @return false when the standby did not want to wait any longer
   */
  private boolean open(CoordinatorOptions options, StoreUrl url, Clock clock, Standby standby)
      throws StartException, IOException, GeneralSecurityException {
    final SecureRandom random = new SecureRandom();
    final StorageStage storage = StorageStage.open(options, url, monitoring, clock, random, parts);
    final Optional<LeadingStage> led =
        LeadingStage.await(storage, options, monitoring, standby, clock, random, parts);
    if (led.isEmpty()) {
      return false;
    }
    final LeadingStage leading = led.get();
    final ControlStage control =
        ControlStage.open(storage, leading, options, monitoring.metrics(), clock, random, parts);
    failure = control.loop().failure();
    final ServiceStage services =
        ServiceStage.open(storage, leading, control, options, monitoring, clock, random, parts);
    address = services.server().address();
    tokenWritten = services.tokenWritten();
    storage.folder().writeSecret(ADDRESS_FILE, address + "\n");
    monitoring
        .metrics()
        .turnTo(
            new MemberStage.Leading(
                new LeadingMember(
                    leading.lease(),
                    control.loop(),
                    new FileSizes(storage.folder().resolve("files"), clock),
                    leading.enrolment().certificate())));
    return true;
  }
}
