package io.lull.coordinator.access;

import com.google.protobuf.MessageLite;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** A call that its caller's allowance is charged for, until the last byte of it is sent. */
final class MeteredCall<Q, P> extends SimpleForwardingServerCall<Q, P> {
  private final CallLimits.Allowance allowance;
  private final AtomicLong answeredBytes = new AtomicLong();
  private final AtomicBoolean asked = new AtomicBoolean();
  private final AtomicBoolean ended = new AtomicBoolean();
  private boolean unread;

  MeteredCall(ServerCall<Q, P> call, CallLimits.Allowance allowance) {
    super(call);
    this.allowance = allowance;
  }

  /** Streams are sent no faster than they are read; a single answer is sent in any case. */
  @Override
  public void sendMessage(P message) {
    if (getMethodDescriptor().getType().serverSendsOneMessage()
        && message instanceof MessageLite sized) {
      final long bytes = sized.getSerializedSize();
      if (!allowance.answers(bytes)) {
        unread = true;
        return;
      }
      answeredBytes.addAndGet(bytes);
    }
    super.sendMessage(message);
  }

  @Override
  public void close(Status status, Metadata trailers) {
    super.close(
        unread
            ? Status.RESOURCE_EXHAUSTED.withDescription(
                "answers to earlier calls are unread: read them, then try again")
            : status,
        trailers);
  }

  ServerCall.Listener<Q> listening(ServerCall.Listener<Q> listener) {
    return new Listening(listener);
  }

  private void asked() {
    if (asked.compareAndSet(false, true)) {
      allowance.asked(getMethodDescriptor());
    }
  }

  private void ended() {
    asked();
    if (ended.compareAndSet(false, true)) {
      allowance.ended(getMethodDescriptor(), answeredBytes.get());
    }
  }

  private final class Listening extends SimpleForwardingServerCallListener<Q> {
    Listening(ServerCall.Listener<Q> listener) {
      super(listener);
    }

    @Override
    public void onHalfClose() {
      asked();
      super.onHalfClose();
    }

    @Override
    public void onCancel() {
      try {
        super.onCancel();
      } finally {
        ended();
      }
    }

    @Override
    public void onComplete() {
      try {
        super.onComplete();
      } finally {
        ended();
      }
    }
  }
}
