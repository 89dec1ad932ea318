package io.lull.client.grid;

import io.lull.protocol.wire.GridGrpc.GridBlockingStub;
import io.lull.protocol.wire.LimitList;
import io.lull.protocol.wire.LimitRequest;
import io.lull.protocol.wire.LimitsGrpc;
import io.lull.protocol.wire.ListLimitsRequest;
import io.lull.protocol.wire.ListPrioritiesRequest;
import io.lull.protocol.wire.PriorityList;
import io.lull.protocol.wire.PriorityRequest;

/**
 * What administrators allow single users, and everybody. Failures and threads as {@link
 * GridClient}.
 */
public final class UserRules {
  private final GridHistory.Asking asking;

  UserRules(GridHistory.Asking asking) {
    this.asking = asking;
  }

  /** Who may request which priority. */
  public PriorityList priorities() {
    return asking.ask(grid -> grid.listPriorities(ListPrioritiesRequest.getDefaultInstance()));
  }

  public PriorityList setPriority(PriorityRequest request) {
    return asking.ask(grid -> grid.setPriority(request));
  }

  /** How many nodes and running jobs users may have at a time. */
  public LimitList limits() {
    return asking.ask(grid -> limits(grid).list(ListLimitsRequest.getDefaultInstance()));
  }

  public LimitList setLimit(LimitRequest request) {
    return asking.ask(grid -> limits(grid).set(request));
  }

  private static LimitsGrpc.LimitsBlockingStub limits(GridBlockingStub grid) {
    return LimitsGrpc.newBlockingStub(grid.getChannel())
        .withDeadline(grid.getCallOptions().getDeadline());
  }
}
