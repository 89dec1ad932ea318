package io.lull.testkit.grid;

import io.grpc.stub.StreamObserver;
import io.lull.protocol.wire.AccountingGrpc;
import io.lull.protocol.wire.AccountsRequest;
import io.lull.protocol.wire.JobAccount;
import io.lull.protocol.wire.JobAccounts;
import io.lull.protocol.wire.MonthAccount;
import io.lull.protocol.wire.MonthAccounts;
import java.util.List;

/** Two users' accounts of two months. */
final class FakeAccounting extends AccountingGrpc.AccountingImplBase {
  private static final List<MonthAccount> MONTHS =
      List.of(
          month("2026-10", "ada", 9000),
          month("2026-11", "ada", 3600),
          month("2026-11", "bob", 1800));

  private static MonthAccount month(String month, String user, double nodeSeconds) {
    return MonthAccount.newBuilder()
        .setMonth(month)
        .setUser(user)
        .setNodeSeconds(nodeSeconds)
        .build();
  }

  @Override
  public void getMonths(AccountsRequest request, StreamObserver<MonthAccounts> observer) {
    observer.onNext(
        MonthAccounts.newBuilder()
            .addAllMonths(
                MONTHS.stream()
                    .filter(line ->
                        request.getUser().isEmpty() || line.getUser().equals(request.getUser()))
                    .toList())
            .build());
    observer.onCompleted();
  }

  @Override
  public void getJobs(AccountsRequest request, StreamObserver<JobAccounts> observer) {
    observer.onNext(
        JobAccounts.newBuilder()
            .addJobs(
                JobAccount.newBuilder()
                    .setJob("J7")
                    .setName("plates, all")
                    .setUser("ada")
                    .setState("running")
                    .setSubmittedAt(1_000)
                    .setNodeSeconds(5400))
            .setMore(true)
            .build());
    observer.onCompleted();
  }
}
