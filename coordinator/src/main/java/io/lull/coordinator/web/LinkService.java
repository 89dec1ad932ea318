package io.lull.coordinator.web;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import io.lull.coordinator.access.CallerContext;
import io.lull.coordinator.core.access.Caller;
import io.lull.protocol.transport.EnrolmentToken;
import io.lull.protocol.transport.HostPort;
import io.lull.protocol.transport.Identity;
import io.lull.protocol.wire.LinkRequest;
import io.lull.protocol.wire.LinkView;
import io.lull.protocol.wire.PageAuthorityRequest;
import io.lull.protocol.wire.PageAuthorityView;
import io.lull.protocol.wire.WebGrpc;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Makes links to the page, and tells its authority, for those known by their certificate. */
public final class LinkService extends WebGrpc.WebImplBase {
  /** Which say nothing of where it is. */
  private static final Set<String> EVERYWHERE = Set.of("0.0.0.0", "::", "0:0:0:0:0:0:0:0");

  private final SignIns signIns;
  private final Supplier<Optional<Place>> page;

  /**
   * Where the page is.
   *
   * @param own what it shows, where browsers do not know its authority
   */
  public record Place(HostPort address, Optional<Identity> own) {
    String fingerprint() {
      return own.map(identity -> EnrolmentToken.fingerprint(identity.certificate())).orElse("");
    }
  }

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

  @Override
  public void getPageAuthority(
      PageAuthorityRequest request, StreamObserver<PageAuthorityView> reply) {
    final PageAuthorityView view;
    try {
      view = authority();
    } catch (StatusRuntimeException e) {
      reply.onError(e);
      return;
    }
    reply.onNext(view);
    reply.onCompleted();
  }

  private PageAuthorityView authority() {
    final X509Certificate certificate =
        place()
            .own()
            .map(Identity::authority)
            .orElseThrow(() ->
                Status.FAILED_PRECONDITION
                    .withDescription(
                        "the page shows a certificate that the administrator chose: trust the"
                            + " authority that issued it")
                    .asRuntimeException());
    try {
      return PageAuthorityView.newBuilder()
          .setCertificateDer(ByteString.copyFrom(certificate.getEncoded()))
          .build();
    } catch (CertificateEncodingException e) {
      throw new IllegalStateException("it was made here", e);
    }
  }

  private Place place() {
    return page.get()
        .orElseThrow(() ->
            Status.FAILED_PRECONDITION
                .withDescription("the coordinator has no web page: start it with --web HOST:PORT")
                .asRuntimeException());
  }

  private LinkView link(Caller caller, LinkRequest request) {
    final Place place = place();
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
