package io.lull.client.grid;

import io.grpc.Status;
import io.lull.protocol.transport.HostPort;
import io.lull.protocol.transport.Identity;
import io.lull.protocol.wire.GridGrpc.GridBlockingStub;
import io.lull.protocol.wire.LinkRequest;
import io.lull.protocol.wire.LinkView;
import io.lull.protocol.wire.PageAuthorityRequest;
import io.lull.protocol.wire.WebGrpc;
import java.security.GeneralSecurityException;
import java.util.Optional;

/**
 * A link to the coordinator's page that can be used once.
 *
 * @param address whole: secret until used
 * @param page the target, without the secret
 * @param person who may use it
 * @param expiresMillis since 1970
 * @param fingerprint SHA-256 of the page's certificate, in hex, if browsers do not trust it; else
 *     empty
 */
public record PageLink(
    String address, String page, String person, long expiresMillis, String fingerprint) {

  /**
   * @param person empty: this user
   */
  static LinkView ask(GridBlockingStub grid, Optional<String> person) {
    return WebGrpc.newBlockingStub(grid.getChannel())
        .withDeadline(grid.getCallOptions().getDeadline())
        .makeLink(LinkRequest.newBuilder().setPerson(person.orElse("")).build());
  }

  /** In PEM; what was sent is read, so that nothing else is in it. */
  static String authority(GridBlockingStub grid) {
    final byte[] sent =
        WebGrpc.newBlockingStub(grid.getChannel())
            .withDeadline(grid.getCallOptions().getDeadline())
            .getPageAuthority(PageAuthorityRequest.getDefaultInstance())
            .getCertificateDer()
            .toByteArray();
    try {
      return Identity.pem(Identity.certificate(sent));
    } catch (GeneralSecurityException e) {
      throw Status.DATA_LOSS
          .withDescription("the coordinator sent what is not a certificate")
          .withCause(e)
          .asRuntimeException();
    }
  }

  /**
   * @param reached the address of the coordinator that made it
   */
  static PageLink of(LinkView view, HostPort reached) {
    final HostPort where =
        new HostPort(view.getHost().isEmpty() ? reached.host() : view.getHost(), view.getPort());
    final String page = "https://" + where + "/";
    // The part after # is in no server's log, and is not forwarded.
    return new PageLink(
        page + "#ticket=" + view.getTicket(),
        page,
        view.getPerson(),
        view.getExpires(),
        view.getFingerprint());
  }

  /** Without the secret, which must not reach a log. */
  @Override
  public String toString() {
    return "a link for " + person + " to " + page;
  }
}
