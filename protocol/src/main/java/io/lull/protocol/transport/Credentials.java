package io.lull.protocol.transport;

import io.grpc.ChannelCredentials;
import io.grpc.ServerCredentials;
import io.grpc.TlsChannelCredentials;
import io.grpc.TlsServerCredentials;
import java.security.GeneralSecurityException;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/** An {@link Identity} as gRPC takes it. */
public final class Credentials {
  /**
   * Every coordinator's and agent's certificate carries this DNS name beside its own: peers are
   * known by the authority and the role, not by an address that changes.
   */
  public static final String SERVER_NAME = "lull.internal";

  private Credentials() {}

  /**
   * Mutual TLS with a server that holds this role and no other: with {@link Peer#COORDINATOR}, a
   * node cannot pose as the coordinator. Use it with {@code overrideAuthority(SERVER_NAME)}.
   */
  public static ChannelCredentials client(Identity identity, String serverRole) {
    return client(new LiveIdentity(identity), serverRole);
  }

  /** The same with whatever the identity is at each handshake. */
  public static ChannelCredentials client(LiveIdentity identity, String serverRole) {
    return client(identity, serverRole, PeerCheck.NONE);
  }

  /** The same, for a server that is more than a holder of its role. */
  public static ChannelCredentials client(
      LiveIdentity identity, String serverRole, PeerCheck check) {
    return TlsChannelCredentials.newBuilder()
        .keyManager(identity.keyManager())
        .trustManager(RoleTrust.of(identity.present().authority(), serverRole, check))
        .build();
  }

  /**
   * @param everyoneShows true: a peer without a certificate of the authority is refused; false: it
   *     is let in and the service must look (only enrolment lets such a one go on)
   */
  public static ServerCredentials server(Identity identity, boolean everyoneShows) {
    return server(new LiveIdentity(identity), everyoneShows);
  }

  /** The same with whatever the identity is at each handshake. */
  public static ServerCredentials server(LiveIdentity identity, boolean everyoneShows) {
    try {
      return TlsServerCredentials.newBuilder()
          .keyManager(identity.keyManager())
          .trustManager(Identity.trusting(identity.present().authority()).getTrustManagers())
          .clientAuth(
              everyoneShows
                  ? TlsServerCredentials.ClientAuth.REQUIRE
                  : TlsServerCredentials.ClientAuth.OPTIONAL)
          .build();
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("the credentials cannot be used: " + e.getMessage(), e);
    }
  }

  /**
   * TLS among those who all hold one role, and nobody else: whoever accepts and whoever connects
   * trusts a certificate of the authority with this role alone. Clients must look at the server's
   * name ({@link #SERVER_NAME}), servers must want a certificate.
   */
  public static SSLContext amongEquals(Identity identity, String role)
      throws GeneralSecurityException {
    final SSLContext context = SSLContext.getInstance("TLSv1.3");
    context.init(
        new KeyManager[] {new LiveIdentity(identity).keyManager()},
        new TrustManager[] {RoleTrust.amongEquals(identity.authority(), role)},
        null);
    return context;
  }
}
