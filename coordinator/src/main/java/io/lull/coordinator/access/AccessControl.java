package io.lull.coordinator.access;

import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.lull.coordinator.core.access.Caller;
import io.lull.limits.ConnectionLimiter;
import io.lull.protocol.time.Clock;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;

/**
 * Accepts a call if the caller is not revoked, its role may make the call, and it is within its
 * limits. The handshake has already refused certificates that are expired or of another authority.
 */
final class AccessControl implements ServerInterceptor {
  private final CallerPolicy policy;
  private final CallLimits limits;
  private final ScheduledExecutorService timer;
  private final Clock clock;

  AccessControl(CallerPolicy policy, ScheduledExecutorService timer, Clock clock) {
    this.policy = policy;
    this.limits = new CallLimits(clock);
    this.timer = timer;
    this.clock = clock;
  }

  @Override
  public <Q, P> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, P> call, Metadata headers, ServerCallHandler<Q, P> next) {
    final String method = call.getMethodDescriptor().getFullMethodName();
    if (Permissions.open(method)) {
      return enrols(call, headers, next);
    }
    final Caller caller = call.getAttributes().get(CallerContext.OF_CONNECTION);
    if (caller == null) {
      return refuse(
          call,
          Status.UNAUTHENTICATED.withDescription(
              "this needs a certificate of the grid: enrol with a token first (lull login)"));
    }
    final Optional<String> revocation = policy.revocation(caller);
    if (revocation.isPresent()) {
      return refuse(call, Status.PERMISSION_DENIED.withDescription(revocation.get()));
    }
    final Status refusal = call.getAttributes().get(ConnectionLimiter.REFUSAL);
    if (refusal != null) {
      return refuse(call, refusal);
    }
    final CallLimits.Allowance allowance = limits.of(caller);
    final Optional<String> tooMuch = allowance.begins(call.getMethodDescriptor());
    if (tooMuch.isPresent()) {
      return refuse(call, Status.RESOURCE_EXHAUSTED.withDescription(tooMuch.get()));
    }
    final MeteredCall<Q, P> counted = new MeteredCall<>(call, allowance);
    if (!Permissions.allowed(method, caller.role())) {
      policy.refused(caller, method);
      final ServerCall.Listener<Q> refused =
          refuse(
              counted,
              Status.PERMISSION_DENIED.withDescription(
                  caller.name()
                      + " may not do this: it is not for the role '"
                      + caller.role().wire()
                      + "'"));
      return counted.listening(refused);
    }
    return counted.listening(
        StalledCallListener.of(
            Contexts.interceptCall(
                Context.current().withValues(CallerContext.KEY, caller, CallCost.KEY, allowance),
                counted,
                headers,
                next),
            counted,
            timer,
            clock));
  }

  private <Q, P> ServerCall.Listener<Q> enrols(
      ServerCall<Q, P> call, Metadata headers, ServerCallHandler<Q, P> next) {
    final String host =
        ConnectionLimiter.host(call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR));
    final Optional<String> tooMuch = limits.enrols(host);
    if (tooMuch.isPresent()) {
      return refuse(call, Status.RESOURCE_EXHAUSTED.withDescription(tooMuch.get()));
    }
    return StalledCallListener.of(
        Contexts.interceptCall(
            Context.current().withValue(CallerContext.HOST, host), call, headers, next),
        call,
        timer,
        clock);
  }

  private static <Q, P> ServerCall.Listener<Q> refuse(ServerCall<Q, P> call, Status status) {
    call.close(status, new Metadata());
    return new ServerCall.Listener<>() {};
  }
}
