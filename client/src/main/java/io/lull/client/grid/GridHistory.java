package io.lull.client.grid;

import io.lull.protocol.wire.AccountingGrpc;
import io.lull.protocol.wire.AccountsRequest;
import io.lull.protocol.wire.AvailabilityRequest;
import io.lull.protocol.wire.AvailabilityView;
import io.lull.protocol.wire.GridGrpc.GridBlockingStub;
import io.lull.protocol.wire.HistoryPart;
import io.lull.protocol.wire.HistoryRequest;
import io.lull.protocol.wire.JobAccounts;
import io.lull.protocol.wire.LanesRequest;
import io.lull.protocol.wire.LanesView;
import io.lull.protocol.wire.MonthAccounts;
import io.lull.protocol.wire.NodeEventList;
import io.lull.protocol.wire.NodeEventsRequest;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The past use of the nodes: sums for everybody, single nodes and other users for administrators.
 */
public final class GridHistory {
  private final Asking asking;

  /** An idempotent call. */
  interface Asking {
    <T> T ask(Function<GridBlockingStub, T> call);
  }

  GridHistory(Asking asking) {
    this.asking = asking;
  }

  /** How many nodes were available, until now. */
  public AvailabilityView availability(Duration since, Duration bucket) {
    return asking.ask(grid ->
        grid.getAvailability(
            AvailabilityRequest.newBuilder()
                .setSinceMillis(since.toMillis())
                .setBucketMillis(bucket.toMillis())
                .build()));
  }

  /** How many nodes were available in a period, as far as it is over. */
  public AvailabilityView availability(long fromMillis, long untilMillis, Duration bucket) {
    return asking.ask(grid ->
        grid.getAvailability(
            AvailabilityRequest.newBuilder()
                .setFrom(fromMillis)
                .setUntil(untilMillis)
                .setBucketMillis(bucket.toMillis())
                .build()));
  }

  /** The use of certain nodes; for administrators. */
  public LanesView lanes(long fromMillis, long untilMillis, Duration step, List<String> nodes) {
    return asking.ask(grid ->
        grid.getLanes(
            LanesRequest.newBuilder()
                .setFrom(fromMillis)
                .setUntil(untilMillis)
                .setStepMillis(step.toMillis())
                .addAllNodes(nodes)
                .build()));
  }

  /** The events of nodes, the newest first; for administrators. */
  public NodeEventList events(long fromMillis, long untilMillis, int most) {
    return asking.ask(grid ->
        grid.getNodeEvents(
            NodeEventsRequest.newBuilder()
                .setFrom(fromMillis)
                .setUntil(untilMillis)
                .setMost(most)
                .build()));
  }

  /**
   * What all nodes were used for, change by change; for administrators.
   *
   * @param sink makes what takes the parts; a call that is repeated begins with another
   */
  public <T extends Consumer<HistoryPart>> T export(Duration since, Supplier<T> sink) {
    return asking.ask(grid -> {
      final T taking = sink.get();
      grid.exportHistory(HistoryRequest.newBuilder().setSinceMillis(since.toMillis()).build())
          .forEachRemaining(taking);
      return taking;
    });
  }

  /**
   * Who has used how much in which month.
   *
   * @param user empty: everybody whom this user may see
   */
  public MonthAccounts months(String user) {
    return asking.ask(grid -> accounting(grid).getMonths(accounts(user)));
  }

  /**
   * What jobs that are still known have used.
   *
   * @param user as {@link #months}
   */
  public JobAccounts jobs(String user) {
    return asking.ask(grid -> accounting(grid).getJobs(accounts(user)));
  }

  private static AccountingGrpc.AccountingBlockingStub accounting(GridBlockingStub grid) {
    return AccountingGrpc.newBlockingStub(grid.getChannel())
        .withDeadline(grid.getCallOptions().getDeadline());
  }

  private static AccountsRequest accounts(String user) {
    return AccountsRequest.newBuilder().setUser(user).build();
  }
}
