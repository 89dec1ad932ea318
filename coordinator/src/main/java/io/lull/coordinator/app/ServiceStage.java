package io.lull.coordinator.app;

import io.grpc.BindableService;
import io.lull.coordinator.access.GrpcServer;
import io.lull.coordinator.api.AccountingService;
import io.lull.coordinator.api.AdminCommands;
import io.lull.coordinator.api.AvailabilityQueries;
import io.lull.coordinator.api.BackupService;
import io.lull.coordinator.api.FilesService;
import io.lull.coordinator.api.GridService;
import io.lull.coordinator.api.JobAdmission;
import io.lull.coordinator.api.JobControlService;
import io.lull.coordinator.api.JobNumbers;
import io.lull.coordinator.api.JobResults;
import io.lull.coordinator.api.LimitService;
import io.lull.coordinator.api.NodeQueries;
import io.lull.coordinator.api.OwnerLooks;
import io.lull.coordinator.api.SubmissionRules;
import io.lull.coordinator.backup.Backups;
import io.lull.coordinator.config.StartException;
import io.lull.coordinator.control.LogTailQueries;
import io.lull.coordinator.core.control.AccountQueries;
import io.lull.coordinator.core.control.GridCommands;
import io.lull.coordinator.core.control.UserLimitTable;
import io.lull.coordinator.core.store.JobStore;
import io.lull.coordinator.core.store.LogTailStore;
import io.lull.coordinator.core.store.PerUserStore;
import io.lull.coordinator.enrolment.EnrolmentService;
import io.lull.coordinator.priority.PriorityLimits;
import io.lull.coordinator.session.NodeSessionService;
import io.lull.coordinator.web.LinkService;
import io.lull.coordinator.web.SignIns;
import io.lull.coordinator.web.StatusPage;
import io.lull.protocol.time.Clock;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Last stage: the services, and the server that agents and users reach.
 *
 * @param tokenWritten whether this start created a token for the first administrator
 */
record ServiceStage(GrpcServer server, boolean tokenWritten) {

  static ServiceStage open(
      StorageStage storage,
      LeadingStage leading,
      ControlStage control,
      CoordinatorOptions options,
      Monitoring monitoring,
      Clock clock,
      SecureRandom random,
      OpenParts parts)
      throws StartException, IOException {
    final AdminTokenFile firstToken = new AdminTokenFile(storage.folder());
    final GridCommands commands = new GridCommands(control.loop());
    final SignIns signIns =
        new SignIns(
            leading.enrolment().revocations()::keyOf,
            leading.enrolment().revocations(),
            leading.audit(),
            clock,
            random);
    final PriorityLimits priorities =
        new PriorityLimits(PerUserStore.priorities(leading.records()), clock);
    final UserLimitTable limits = new UserLimitTable(PerUserStore.limits(leading.records()), clock);
    final JobAdmission admission =
        new JobAdmission(
            commands,
            new SubmissionRules(
                leading.files(),
                priorities,
                limits,
                options.traffic().webhooks(),
                options.traffic().guestNetwork()),
            new JobNumbers(new JobStore(leading.records()).lastNumber()),
            control.planes(),
            clock,
            random,
            monitoring.metrics());
    final CompletableFuture<GrpcServer> opened = new CompletableFuture<>();
    final GrpcServer server =
        parts.keep(
            listen(
                options,
                leading,
                List.of(
                    new EnrolmentService(
                        leading.enrolment().authority(),
                        leading.enrolment().tokens(),
                        leading.enrolment().names(),
                        leading.enrolment().revocations(),
                        clock,
                        leading.audit(),
                        firstToken::drop),
                    new NodeSessionService(control.loop(), clock),
                    gridService(
                        storage,
                        leading,
                        control,
                        options,
                        new Requests(
                            commands, admission, signIns, () -> opened.join().closeRevoked()),
                        priorities,
                        clock),
                    new JobControlService(commands, admission, leading.audit()),
                    new LimitService(
                        limits, leading.enrolment().revocations()::isPerson, leading.audit()),
                    new BackupService(
                        new Backups(options.data(), storage.database(), clock), leading.audit()),
                    new AccountingService(new AccountQueries(control.loop(), clock)),
                    new FilesService(leading.files(), commands, control.sweep().room()),
                    new LinkService(signIns, () -> monitoring.page().map(StatusPage::place))),
                clock));
    opened.complete(server);
    monitoring.page().ifPresent(page -> parts.keep(page.leads(signIns, server.within())));
    leading.enrolment().certificate().start();
    return new ServiceStage(
        server, firstToken.offer(leading.enrolment().names(), leading.enrolment().tokens()));
  }

  /**
   * What users' requests go to.
   *
   * @param closeRevoked ends the connections of revoked callers
   */
  private record Requests(
      GridCommands commands, JobAdmission admission, SignIns signIns, Runnable closeRevoked) {}

  private static GridService gridService(
      StorageStage storage,
      LeadingStage leading,
      ControlStage control,
      CoordinatorOptions options,
      Requests requests,
      PriorityLimits priorities,
      Clock clock) {
    return new GridService(
        requests.commands(),
        requests.admission(),
        new AdminCommands(
            leading.enrolment().tokens(),
            leading.enrolment().revocations(),
            requests.commands(),
            leading.audit(),
            priorities,
            requests.closeRevoked(),
            requests.signIns()::revokeInvited),
        leading.audit(),
        new JobResults(
            leading.files(),
            new LogTailStore(leading.records()),
            options.keeping().terms().outputs(),
            new LogTailQueries(control.loop())::of),
        control.watches(),
        new NodeQueries(
            requests.commands(),
            new AvailabilityQueries(
                storage.database().past(),
                options.keeping().terms().history(),
                clock,
                ZoneId.systemDefault()),
            new OwnerLooks(leading.audit(), clock)));
  }

  private static GrpcServer listen(
      CoordinatorOptions options, LeadingStage leading, List<BindableService> services, Clock clock)
      throws StartException {
    try {
      return GrpcServer.open(
          options.listen(),
          leading.enrolment().certificate().identity(),
          services,
          leading.enrolment().revocations(),
          clock);
    } catch (IOException e) {
      final Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new StartException(
          "cannot listen on "
              + options.listen()
              + " ("
              + cause.getMessage()
              + "): is another program using the port? Give another --listen HOST:PORT",
          e);
    }
  }
}
