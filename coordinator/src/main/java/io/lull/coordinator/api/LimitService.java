package io.lull.coordinator.api;

import io.grpc.stub.StreamObserver;
import io.lull.coordinator.access.CallerContext;
import io.lull.coordinator.audit.Action;
import io.lull.coordinator.audit.AuditLog;
import io.lull.coordinator.core.access.Caller;
import io.lull.coordinator.core.control.UserLimitTable;
import io.lull.protocol.records.UserLimitRecord;
import io.lull.protocol.text.VisibleText;
import io.lull.protocol.wire.LimitList;
import io.lull.protocol.wire.LimitRequest;
import io.lull.protocol.wire.LimitsGrpc;
import io.lull.protocol.wire.ListLimitsRequest;
import io.lull.protocol.wire.UserLimit;
import java.util.OptionalInt;
import java.util.function.Predicate;

/** The gRPC service for what users may have at a time; for administrators. */
public final class LimitService extends LimitsGrpc.LimitsImplBase {
  private final UserLimitTable limits;
  private final Predicate<String> isPerson;
  private final AuditLog audit;

  /**
   * @param isPerson whether a user of this name has logged in
   */
  public LimitService(UserLimitTable limits, Predicate<String> isPerson, AuditLog audit) {
    this.limits = limits;
    this.isPerson = isPerson;
    this.audit = audit;
  }

  @Override
  public void list(ListLimitsRequest request, StreamObserver<LimitList> reply) {
    Replies.answer(reply, this::list);
  }

  @Override
  public void set(LimitRequest request, StreamObserver<LimitList> reply) {
    final Caller caller = CallerContext.current();
    Replies.answer(reply, () -> set(caller, request));
  }

  private synchronized LimitList set(Caller caller, LimitRequest request) {
    final String user = request.getUser();
    if (!user.isEmpty() && !request.getUsual() && !isPerson.test(user)) {
      throw new IllegalArgumentException(
          "no user named '"
              + VisibleText.line(user)
              + "' has logged in: check the name, or repeat this after their first login");
    }
    if (request.getUsual()) {
      limits.reset(user);
    } else {
      limits.set(
          user,
          request.hasNodes() ? OptionalInt.of(request.getNodes()) : OptionalInt.empty(),
          request.hasJobs() ? OptionalInt.of(request.getJobs()) : OptionalInt.empty(),
          caller.name());
    }
    audit.did(
        caller,
        Action.SET_LIMIT,
        user.isEmpty() ? "everybody" : VisibleText.line(user),
        words(request));
    return list();
  }

  private static String words(LimitRequest request) {
    return request.getUsual()
        ? "as usual"
        : (request.hasNodes() ? "nodes " + request.getNodes() : "")
            + (request.hasNodes() && request.hasJobs() ? ", " : "")
            + (request.hasJobs() ? "jobs " + request.getJobs() : "");
  }

  private LimitList list() {
    final LimitList.Builder list =
        LimitList.newBuilder().setEverybody(view("", limits.everybody()));
    limits.own().forEach((user, record) -> list.addLimits(view(user, record)));
    return list.build();
  }

  private static UserLimit view(String user, UserLimitRecord record) {
    final UserLimit.Builder view =
        UserLimit.newBuilder().setUser(user).setAt(record.getAt()).setBy(record.getBy());
    if (record.hasNodes()) {
      view.setNodes(record.getNodes());
    }
    if (record.hasJobs()) {
      view.setJobs(record.getJobs());
    }
    return view.build();
  }
}
