package io.lull.reconfig.comm;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * Has the one key and certificate that all workers of a job show. A key store would encrypt the key
 * with a password and decrypt it again, at every worker's start.
 */
final class JobCredentials extends X509ExtendedKeyManager {
  private static final String ALIAS = "job";

  private final PrivateKey key;
  private final X509Certificate certificate;

  JobCredentials(PrivateKey key, X509Certificate certificate) {
    this.key = key;
    this.certificate = certificate;
  }

  private boolean fits(@Nullable String type) {
    return type != null && type.startsWith(certificate.getPublicKey().getAlgorithm());
  }

  private @Nullable String choose(@Nullable String... types) {
    for (final @Nullable String type : types) {
      if (fits(type)) {
        return ALIAS;
      }
    }
    return null;
  }

  private String @Nullable [] aliases(@Nullable String type) {
    return fits(type) ? new String[] {ALIAS} : null;
  }

  @Override
  public String @Nullable [] getClientAliases(
      @Nullable String type, Principal @Nullable [] issuers) {
    return aliases(type);
  }

  @Override
  public @Nullable String chooseClientAlias(
      String @Nullable [] types, Principal @Nullable [] issuers, @Nullable Socket socket) {
    return types == null ? null : choose(types);
  }

  @Override
  public @Nullable String chooseEngineClientAlias(
      String @Nullable [] types, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
    return types == null ? null : choose(types);
  }

  @Override
  public String @Nullable [] getServerAliases(
      @Nullable String type, Principal @Nullable [] issuers) {
    return aliases(type);
  }

  @Override
  public @Nullable String chooseServerAlias(
      @Nullable String type, Principal @Nullable [] issuers, @Nullable Socket socket) {
    return choose(type);
  }

  @Override
  public @Nullable String chooseEngineServerAlias(
      @Nullable String type, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
    return choose(type);
  }

  @Override
  public X509Certificate @Nullable [] getCertificateChain(@Nullable String alias) {
    return ALIAS.equals(alias) ? new X509Certificate[] {certificate} : null;
  }

  @Override
  public @Nullable PrivateKey getPrivateKey(@Nullable String alias) {
    return ALIAS.equals(alias) ? key : null;
  }
}
