package io.lull.client;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.Message;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.lull.protocol.text.VisibleText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Makes all text in answers visible: much of it is chosen by users, nodes and guests, and is shown
 * on the terminals of others.
 */
public final class VisibleMessages implements ClientInterceptor {
  @Override
  public <Q, A> ClientCall<Q, A> interceptCall(
      MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
    return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
      @Override
      public void start(Listener<A> listener, Metadata headers) {
        super.start(
            new SimpleForwardingClientCallListener<>(listener) {
              @Override
              public void onMessage(A message) {
                super.onMessage(visible(message));
              }
            },
            headers);
      }
    };
  }

  @SuppressWarnings("unchecked")
  private static <A> A visible(A answer) {
    return answer instanceof Message message ? (A) of(message) : answer;
  }

  /** The same message, if nothing in it is hidden. */
  @SuppressWarnings("ReferenceEquality") // what is not changed is the same object
  public static Message of(Message message) {
    Message.Builder changed = null;
    for (final Map.Entry<FieldDescriptor, Object> field : message.getAllFields().entrySet()) {
      final Object visible = value(field.getKey(), field.getValue());
      if (visible != field.getValue()) {
        changed = changed == null ? message.toBuilder() : changed;
        changed.setField(field.getKey(), visible);
      }
    }
    return changed == null ? message : changed.build();
  }

  @SuppressWarnings("ReferenceEquality") // what is not changed is the same object
  private static Object value(FieldDescriptor field, Object value) {
    if (field.getJavaType() != JavaType.STRING && field.getJavaType() != JavaType.MESSAGE) {
      return value;
    }
    if (!(value instanceof List<?> list)) {
      return single(value);
    }
    boolean changed = false;
    final List<Object> all = new ArrayList<>(list.size());
    for (final Object each : list) {
      final Object visible = single(each);
      changed |= visible != each;
      all.add(visible);
    }
    return changed ? all : value;
  }

  private static Object single(Object value) {
    return switch (value) {
      case String text -> VisibleText.lines(text);
      case Message message -> of(message);
      default -> value;
    };
  }
}
