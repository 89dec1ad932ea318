package io.lull.coordinator.api;

import io.grpc.stub.StreamObserver;
import io.lull.coordinator.access.CallerContext;
import io.lull.coordinator.core.access.Caller;
import io.lull.coordinator.core.control.AccountQueries;
import io.lull.coordinator.core.control.AccountQueries.JobUse;
import io.lull.coordinator.core.job.Job;
import io.lull.protocol.records.AccountRecord;
import io.lull.protocol.wire.AccountingGrpc;
import io.lull.protocol.wire.AccountsRequest;
import io.lull.protocol.wire.JobAccount;
import io.lull.protocol.wire.JobAccounts;
import io.lull.protocol.wire.MonthAccount;
import io.lull.protocol.wire.MonthAccounts;
import java.util.List;

/** The gRPC service for who has used how much. */
public final class AccountingService extends AccountingGrpc.AccountingImplBase {
  /** The newest of them: an answer must fit into one message. */
  private static final int MOST_LINES = 10_000;

  private final AccountQueries queries;

  public AccountingService(AccountQueries queries) {
    this.queries = queries;
  }

  @Override
  public void getMonths(AccountsRequest request, StreamObserver<MonthAccounts> reply) {
    final Caller caller = CallerContext.current();
    Replies.answer(
        reply,
        () -> {
          final List<AccountRecord> all = queries.months(caller, request.getUser());
          final MonthAccounts.Builder accounts =
              MonthAccounts.newBuilder().setMore(all.size() > MOST_LINES);
          newest(all)
              .forEach(record ->
                  accounts.addMonths(
                      MonthAccount.newBuilder()
                          .setMonth(record.getMonth())
                          .setUser(record.getUser())
                          .setNodeSeconds(record.getNodeSeconds())));
          return accounts.build();
        });
  }

  @Override
  public void getJobs(AccountsRequest request, StreamObserver<JobAccounts> reply) {
    final Caller caller = CallerContext.current();
    Replies.answer(
        reply,
        () -> {
          final List<JobUse> all = queries.jobs(caller, request.getUser());
          final JobAccounts.Builder accounts =
              JobAccounts.newBuilder().setMore(all.size() > MOST_LINES);
          newest(all).forEach(use -> accounts.addJobs(account(use)));
          return accounts.build();
        });
  }

  private static <T> List<T> newest(List<T> oldestFirst) {
    return oldestFirst.subList(Math.max(0, oldestFirst.size() - MOST_LINES), oldestFirst.size());
  }

  private static JobAccount account(JobUse use) {
    final Job job = use.job();
    return JobAccount.newBuilder()
        .setJob(job.id())
        .setName(job.terms().spec().getName())
        .setUser(job.terms().user())
        .setState(job.state().wire())
        .setSubmittedAt(job.terms().submittedMillis())
        .setFinishedAt(job.endedMillis())
        .setNodeSeconds(use.nodeSeconds())
        .build();
  }
}
