package io.lull.testkit.grid;

import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import io.lull.protocol.wire.LinkRequest;
import io.lull.protocol.wire.LinkView;
import io.lull.protocol.wire.WebGrpc;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes links to a page that is nowhere. */
final class FakePage extends WebGrpc.WebImplBase {
  private static final int PORT = 7402;
  private static final long EXPIRES_MILLIS = 121_000;

  private final Supplier<@Nullable Status> failure;

  /**
   * @param failure not null: that is the answer
   */
  FakePage(Supplier<@Nullable Status> failure) {
    this.failure = failure;
  }

  @Override
  public void makeLink(LinkRequest request, StreamObserver<LinkView> observer) {
    final Status failed = failure.get();
    if (failed != null) {
      observer.onError(failed.asRuntimeException());
      return;
    }
    observer.onNext(
        LinkView.newBuilder()
            .setPort(PORT)
            .setTicket("a-secret")
            .setExpires(EXPIRES_MILLIS)
            .setPerson(request.getPerson().isEmpty() ? "ann" : request.getPerson())
            .setFingerprint("0a1bff")
            .build());
    observer.onCompleted();
  }
}
