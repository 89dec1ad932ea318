package io.lull.reconfig.comm;

import java.security.Provider;
import java.security.SecureRandom;
import java.security.Security;
import java.util.function.Supplier;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;

/**
 * Tells Netty which versions of TLS the JDK has, which it asks before it uses BoringSSL. The JDK
 * itself would prepare all of its own TLS for that answer, which costs a new worker a tenth of a
 * second and more, and is not used. Nothing is encrypted by this provider: it makes no connections.
 */
final class SupportedProtocols extends Provider {
  private static final long serialVersionUID = 1;

  private static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};

  private SupportedProtocols() {
    super("SupportedProtocols", "1", "which versions of TLS the JDK has");
    put("SSLContext.TLS", Answer.class.getName());
  }

  /** Is asked in the JDK's place for as long as this takes. */
  static <T> T answering(Supplier<T> asking) {
    final Provider provider = new SupportedProtocols();
    Security.insertProviderAt(provider, 1);
    try {
      return asking.get();
    } finally {
      Security.removeProvider(provider.getName());
    }
  }

  /** Public for the JDK, which makes it. */
  public static final class Answer extends SSLContextSpi {
    private static final String ONLY_ANSWERS = "this only says which versions of TLS there are";

    @Override
    protected SSLParameters engineGetSupportedSSLParameters() {
      return new SSLParameters(new String[0], PROTOCOLS);
    }

    @Override
    protected SSLParameters engineGetDefaultSSLParameters() {
      return engineGetSupportedSSLParameters();
    }

    @Override
    protected void engineInit(KeyManager[] keys, TrustManager[] trust, SecureRandom random) {
      // There is nothing to prepare.
    }

    @Override
    protected SSLEngine engineCreateSSLEngine() {
      throw new UnsupportedOperationException(ONLY_ANSWERS);
    }

    @Override
    protected SSLEngine engineCreateSSLEngine(String host, int port) {
      throw new UnsupportedOperationException(ONLY_ANSWERS);
    }

    @Override
    protected SSLSocketFactory engineGetSocketFactory() {
      throw new UnsupportedOperationException(ONLY_ANSWERS);
    }

    @Override
    protected SSLServerSocketFactory engineGetServerSocketFactory() {
      throw new UnsupportedOperationException(ONLY_ANSWERS);
    }

    @Override
    protected SSLSessionContext engineGetServerSessionContext() {
      throw new UnsupportedOperationException(ONLY_ANSWERS);
    }

    @Override
    protected SSLSessionContext engineGetClientSessionContext() {
      throw new UnsupportedOperationException(ONLY_ANSWERS);
    }
  }
}
