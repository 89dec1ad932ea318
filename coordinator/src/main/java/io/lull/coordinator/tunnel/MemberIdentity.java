package io.lull.coordinator.tunnel;

import io.lull.protocol.time.Clock;
import io.lull.protocol.transport.Credentials;
import io.lull.protocol.transport.Identity;
import io.lull.protocol.transport.Peer;
import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * This member's certificate, renewed each day, and the check of other members' certificates. Any
 * thread.
 */
public final class MemberIdentity {
  /** A certificate is good for longer. */
  private static final Duration RENEWAL = Duration.ofDays(1);

  private static final String[] PROTOCOLS = {"TLSv1.3"};

  private final MemberId self;
  private final Issuer issuer;
  private final Clock clock;
  private SSLContext context;
  private long madeNanos;

  /** A holder of the grid's authority. */
  public interface Issuer {
    Identity member(String name) throws GeneralSecurityException;
  }

  public MemberIdentity(MemberId self, Issuer issuer, Clock clock) throws GeneralSecurityException {
    this.self = self;
    this.issuer = issuer;
    this.clock = clock;
    this.madeNanos = clock.nanos();
    this.context = make(self, issuer);
  }

  public MemberId self() {
    return self;
  }

  private static SSLContext make(MemberId self, Issuer issuer) throws GeneralSecurityException {
    return Credentials.amongEquals(issuer.member(self.toString()), Peer.MEMBER);
  }

  private synchronized SSLContext context() throws IOException {
    if (clock.nanos() - madeNanos > RENEWAL.toNanos()) {
      try {
        context = make(self, issuer);
        madeNanos = clock.nanos();
      } catch (GeneralSecurityException e) {
        throw new IOException("this member cannot create its certificate", e);
      }
    }
    return context;
  }

  /** Not shaken hands yet; closing it leaves the plain socket to the caller. */
  SSLSocket connecting(Socket plain) throws IOException {
    final SSLSocket socket =
        (SSLSocket)
            context()
                .getSocketFactory()
                .createSocket(plain, Credentials.SERVER_NAME, plain.getPort(), false);
    final SSLParameters parameters = socket.getSSLParameters();
    parameters.setProtocols(PROTOCOLS);
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    socket.setSSLParameters(parameters);
    return socket;
  }

  /** Not shaken hands yet; closing it leaves the plain socket to the caller. */
  SSLSocket accepting(Socket plain) throws IOException {
    final SSLSocket socket =
        (SSLSocket) context().getSocketFactory().createSocket(plain, null, false);
    final SSLParameters parameters = socket.getSSLParameters();
    parameters.setProtocols(PROTOCOLS);
    parameters.setNeedClientAuth(true);
    socket.setSSLParameters(parameters);
    return socket;
  }

  /** Who the other side is, after the handshake, which lets nobody but members through. */
  static MemberId other(SSLSocket socket) throws IOException {
    return Peer.of(socket.getSession())
        .flatMap(peer -> MemberId.parse(peer.name()))
        .orElseThrow(() -> new IOException("its certificate names no member"));
  }
}
