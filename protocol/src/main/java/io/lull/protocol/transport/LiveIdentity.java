package io.lull.protocol.transport;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * An identity that is renewed while it is in use: handshakes from then on show the new certificate,
 * connections that are open stay as they are. Any thread.
 */
public final class LiveIdentity {
  private record Shown(Identity present, @Nullable Identity before) {}

  private final X509ExtendedKeyManager keys = new Keys();
  private volatile Shown shown;

  public LiveIdentity(Identity first) {
    this.shown = new Shown(first, null);
  }

  public Identity present() {
    return shown.present();
  }

  /**
   * @param next of the same holder and authority
   */
  public synchronized void renew(Identity next) {
    shown = new Shown(next, shown.present());
  }

  /** What takes part in handshakes. */
  public X509ExtendedKeyManager keyManager() {
    return keys;
  }

  /** A handshake asks which one first, and for key and certificate of that one later. */
  private @Nullable Identity called(String alias) {
    final Shown now = shown;
    if (alias(now.present()).equals(alias)) {
      return now.present();
    }
    return now.before() != null && alias(now.before()).equals(alias) ? now.before() : null;
  }

  private static String alias(Identity identity) {
    return identity.certificate().getSerialNumber().toString(Character.MAX_RADIX);
  }

  private final class Keys extends X509ExtendedKeyManager {
    /** Elliptic curves are all that Lull has; what asks for others goes without. */
    private @Nullable String choose(@Nullable String... keyTypes) {
      return keyTypes != null
              && Arrays.stream(keyTypes).anyMatch(type -> type != null && type.startsWith("EC"))
          ? alias(present())
          : null;
    }

    private String @Nullable [] only(String keyType) {
      final String alias = choose(keyType);
      return alias == null ? null : new String[] {alias};
    }

    @Override
    public @Nullable String chooseEngineClientAlias(
        String[] keyTypes, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
      return choose(keyTypes);
    }

    @Override
    public @Nullable String chooseEngineServerAlias(
        String keyType, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
      return choose(keyType);
    }

    @Override
    public @Nullable String chooseClientAlias(
        String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
      return choose(keyTypes);
    }

    @Override
    public @Nullable String chooseServerAlias(
        String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
      return choose(keyType);
    }

    @Override
    public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
      return only(keyType);
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
      return only(keyType);
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(String alias) {
      final Identity identity = called(alias);
      return identity == null
          ? null
          : new X509Certificate[] {identity.certificate(), identity.authority()};
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(String alias) {
      final Identity identity = called(alias);
      return identity == null ? null : identity.key();
    }
  }
}
