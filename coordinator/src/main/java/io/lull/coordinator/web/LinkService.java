package io.lull.coordinator.web;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import io.lull.coordinator.access.CallerContext;
import io.lull.coordinator.core.access.Caller;
import io.lull.protocol.transport.HostPort;
import io.lull.protocol.wire.LinkRequest;
import io.lull.protocol.wire.LinkView;
import io.lull.protocol.wire.WebGrpc;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Makes links to the page, for those who are known by their certificate. */
public final class LinkService extends WebGrpc.WebImplBase {
  /** Which say nothing of where it is. */
  private static final Set<String> EVERYWHERE = Set.of("0.0.0.0", "::", "0:0:0:0:0:0:0:0");

  private final SignIns signIns;
  private final Supplier<Optional<Place>> page;

  /**
   * Where the page is.
   *
   * @param fingerprint of the certificate that it shows, where browsers do not know it; else empty
   */
  public record Place(HostPort address, String fingerprint) {}

  /**
   * @param page empty: this coordinator has none
   */
  public LinkService(SignIns signIns, Supplier<Optional<Place>> page) {
    this.signIns = signIns;
    this.page = page;
  }

  @Override
  public void makeLink(LinkRequest request, StreamObserver<LinkView> reply) {
    final LinkView view;
    try {
      view = link(CallerContext.current(), request);
    } catch (StatusRuntimeException e) {
      reply.onError(e);
      return;
    }
    reply.onNext(view);
    reply.onCompleted();
  }

  private LinkView link(Caller caller, LinkRequest request) {
    final Place place =
        page.get()
            .orElseThrow(() ->
                Status.FAILED_PRECONDITION
                    .withDescription(
                        "the coordinator has no web page: start it with --web HOST:PORT")
                    .asRuntimeException());
    final SignIns.Link link = signIns.link(caller, request.getPerson());
    return LinkView.newBuilder()
        .setHost(EVERYWHERE.contains(place.address().host()) ? "" : place.address().host())
        .setPort(place.address().port())
        .setTicket(link.ticket())
        .setExpires(link.expiresMillis())
        .setPerson(link.person())
        .setFingerprint(place.fingerprint())
        .build();
  }
}
