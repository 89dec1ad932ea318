package io.lull.coordinator.access;

import io.grpc.Attributes;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.lull.coordinator.core.access.Caller;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Calls of the gRPC services from within the process, for a caller whom the page has authenticated.
 * They pass the same interceptor as calls over the network: roles, limits and audit apply. Any
 * thread; the caller waits for the answer.
 */
public final class InProcessCalls {
  private final AccessControl access;
  private final Map<String, ServerMethodDefinition<?, ?>> methods = new HashMap<>();

  InProcessCalls(AccessControl access, List<ServerServiceDefinition> services) {
    this.access = access;
    for (final ServerServiceDefinition service : services) {
      for (final ServerMethodDefinition<?, ?> method : service.getMethods()) {
        methods.put(method.getMethodDescriptor().getFullMethodName(), method);
      }
    }
  }

  /**
   * @param method with one request and one answer
   * @throws StatusRuntimeException with the refusal, as a client would see it
   */
  public <Q, P> P ask(Caller caller, MethodDescriptor<Q, P> method, Q request) {
    final Within<Q, P> call = new Within<>(method, caller);
    final ServerCall.Listener<Q> listener =
        access.interceptCall(call, new Metadata(), definition(method).getServerCallHandler());
    try {
      if (!call.closed()) {
        listener.onMessage(request);
        listener.onHalfClose();
      }
      return call.answer();
    } finally {
      listener.onComplete();
    }
  }

  @SuppressWarnings("unchecked") // A method's full name tells its types.
  private <Q, P> ServerMethodDefinition<Q, P> definition(MethodDescriptor<Q, P> method) {
    final ServerMethodDefinition<?, ?> definition = methods.get(method.getFullMethodName());
    if (definition == null || !method.getType().serverSendsOneMessage()) {
      throw new IllegalArgumentException(method.getFullMethodName() + " cannot be asked within");
    }
    return (ServerMethodDefinition<Q, P>) definition;
  }

  /** A call that goes over no network. */
  private static final class Within<Q, P> extends ServerCall<Q, P> {
    private final MethodDescriptor<Q, P> method;
    private final Attributes attributes;
    private @Nullable P answer;
    private @Nullable Status end;

    Within(MethodDescriptor<Q, P> method, Caller caller) {
      this.method = method;
      this.attributes = Attributes.newBuilder().set(CallerContext.OF_CONNECTION, caller).build();
    }

    synchronized boolean closed() {
      return end != null;
    }

    synchronized P answer() {
      final Status status = end;
      final P message = answer;
      if (status == null || (status.isOk() && message == null)) {
        throw Status.INTERNAL.withDescription("it was not answered").asRuntimeException();
      }
      if (!status.isOk() || message == null) {
        throw status.asRuntimeException();
      }
      return message;
    }

    @Override
    public void request(int messages) {
      // The only one there is comes without being asked for.
    }

    @Override
    public void sendHeaders(Metadata headers) {
      // Nobody reads them.
    }

    @Override
    public synchronized void sendMessage(P message) {
      answer = message;
    }

    @Override
    public synchronized void close(Status status, Metadata trailers) {
      end = status;
    }

    @Override
    public boolean isCancelled() {
      return false;
    }

    @Override
    public Attributes getAttributes() {
      return attributes;
    }

    @Override
    public MethodDescriptor<Q, P> getMethodDescriptor() {
      return method;
    }
  }
}
