package io.lull.testkit.grid;

import io.grpc.stub.StreamObserver;
import io.lull.protocol.wire.LimitList;
import io.lull.protocol.wire.LimitRequest;
import io.lull.protocol.wire.LimitsGrpc;
import io.lull.protocol.wire.ListLimitsRequest;
import io.lull.protocol.wire.PriorityLimit;
import io.lull.protocol.wire.PriorityList;
import io.lull.protocol.wire.PriorityRequest;
import io.lull.protocol.wire.UserLimit;

/** What users may have, as it was set; each request adds to it. */
final class FakeLimits extends LimitsGrpc.LimitsImplBase {
  private static final long SET_MILLIS = 1000;
  private static final String BY = "ann";

  private volatile PriorityList priorities = PriorityList.newBuilder().setEverybody(50).build();
  private volatile LimitList limits = LimitList.getDefaultInstance();

  PriorityList priorities() {
    return priorities;
  }

  synchronized PriorityList set(PriorityRequest request) {
    final PriorityList.Builder next = priorities.toBuilder();
    if (request.getUser().isEmpty()) {
      next.setEverybody(request.getGreatest());
    } else {
      next.addLimits(
          PriorityLimit.newBuilder()
              .setUser(request.getUser())
              .setGreatest(request.getGreatest())
              .setAt(SET_MILLIS)
              .setBy(BY));
    }
    priorities = next.build();
    return priorities;
  }

  @Override
  public void list(ListLimitsRequest request, StreamObserver<LimitList> observer) {
    observer.onNext(limits);
    observer.onCompleted();
  }

  @Override
  public synchronized void set(LimitRequest request, StreamObserver<LimitList> observer) {
    final UserLimit.Builder limit =
        UserLimit.newBuilder().setUser(request.getUser()).setAt(SET_MILLIS).setBy(BY);
    if (request.hasNodes()) {
      limit.setNodes(request.getNodes());
    }
    if (request.hasJobs()) {
      limit.setJobs(request.getJobs());
    }
    limits =
        request.getUsual()
            ? LimitList.getDefaultInstance()
            : request.getUser().isEmpty()
                ? limits.toBuilder().setEverybody(limit).build()
                : limits.toBuilder().addLimits(limit).build();
    list(ListLimitsRequest.getDefaultInstance(), observer);
  }
}
