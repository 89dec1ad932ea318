package io.lull.coordinator.web;

import io.grpc.netty.shaded.io.netty.handler.ssl.ClientAuth;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.lull.protocol.transport.LiveIdentity;
import java.io.IOException;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The TLS identity of the server for browsers, and the client certificates that it accepts. A
 * browser may present a certificate of the grid's authority; it is optional.
 */
public sealed interface TlsIdentity {
  /** As OpenSSL builds it: renewals of the identity count for handshakes that come after them. */
  SslContext context() throws IOException;

  /**
   * The coordinator's own, whose authority browsers do not know.
   *
   * @param grid the grid's authority
   */
  record Own(LiveIdentity identity, X509Certificate grid) implements TlsIdentity {
    @Override
    public SslContext context() throws IOException {
      return looking(SslContextBuilder.forServer(identity.keyManager()), grid);
    }
  }

  /**
   * One that browsers know.
   *
   * @param chain its own certificate first
   * @param authority of the grid; null: not known yet
   */
  record OfTheOffice(
      PrivateKey key, List<X509Certificate> chain, @Nullable X509Certificate authority)
      implements TlsIdentity {
    public OfTheOffice {
      chain = List.copyOf(chain);
    }

    @Override
    public SslContext context() throws IOException {
      return looking(
          SslContextBuilder.forServer(key, chain.toArray(X509Certificate[]::new)), authority);
    }
  }

  private static SslContext looking(SslContextBuilder builder, @Nullable X509Certificate authority)
      throws IOException {
    if (authority != null) {
      builder.trustManager(authority).clientAuth(ClientAuth.OPTIONAL);
    }
    return builder.protocols("TLSv1.3").build();
  }
}
