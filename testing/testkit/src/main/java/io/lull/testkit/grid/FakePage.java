package io.lull.testkit.grid;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import io.lull.protocol.wire.LinkRequest;
import io.lull.protocol.wire.LinkView;
import io.lull.protocol.wire.PageAuthorityRequest;
import io.lull.protocol.wire.PageAuthorityView;
import io.lull.protocol.wire.WebGrpc;
import java.util.Base64;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes links to a page that is nowhere. */
final class FakePage extends WebGrpc.WebImplBase {
  private static final int PORT = 7402;
  private static final long EXPIRES_MILLIS = 121_000;

  /** Of an authority whose key nobody has. */
  private static final String AUTHORITY =
      "MIIBjzCCATWgAwIBAgIULHeUJ4Gm2UHVU4YVbVH6mcJUYVcwCgYIKoZIzj0EAwIwHDEaMBgGA1UE"
          + "AwwRTHVsbCBwYWdlIG9mIHRlc3QwIBcNMjYxMTI2MTc1NzMxWhgPMjEyNjExMDIxNzU3MzFaMBwx"
          + "GjAYBgNVBAMMEUx1bGwgcGFnZSBvZiB0ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEq6D2"
          + "v9PqGztiiDxnUEug+fGm5/PoTke7N4u7EzVyd0T8wN1C+4f0UqadBUjtrf8sDJcSQUDJ9r62hVe+"
          + "itH17qNTMFEwHQYDVR0OBBYEFN2KUt6mQ0A2wEyXBVD/4/WA760rMB8GA1UdIwQYMBaAFN2KUt6m"
          + "Q0A2wEyXBVD/4/WA760rMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIhAO1nj0m6"
          + "LqbIzbVD3iDcSs3B/LVFGfiRMIYlfVi1Zf0VAiAju8mjo8EhX+/bAaVh9/B95AiL9G7PjYLxln4R"
          + "OVza9g==";

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

  @Override
  public void getPageAuthority(
      PageAuthorityRequest request, StreamObserver<PageAuthorityView> observer) {
    final Status failed = failure.get();
    if (failed != null) {
      observer.onError(failed.asRuntimeException());
      return;
    }
    observer.onNext(
        PageAuthorityView.newBuilder()
            .setCertificateDer(ByteString.copyFrom(Base64.getDecoder().decode(AUTHORITY)))
            .build());
    observer.onCompleted();
  }
}
