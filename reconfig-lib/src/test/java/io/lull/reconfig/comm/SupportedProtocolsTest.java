package io.lull.reconfig.comm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.GeneralSecurityException;
import java.security.NoSuchAlgorithmException;
import java.security.Security;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;

final class SupportedProtocolsTest {
  private static SSLContext context() {
    try {
      return SSLContext.getInstance("TLS");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void sayWhatTheJdkItselfSays() throws GeneralSecurityException {
    final SSLContext own = context();
    own.init(null, null, null);
    final String[] said =
        SupportedProtocols.answering(() -> context().getSupportedSSLParameters().getProtocols());
    assertThat(own.getSupportedSSLParameters().getProtocols()).contains(said);
    assertThat(said).contains("TLSv1.3");
  }

  @Test
  void makeNoConnections() {
    assertThatThrownBy(() -> SupportedProtocols.answering(() -> context().createSSLEngine()))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void areOutOfTheWayAfterwards() throws GeneralSecurityException {
    final int before = Security.getProviders().length;
    SupportedProtocols.answering(() -> 0);
    assertThatThrownBy(() -> SupportedProtocols.answering(() -> context().getSocketFactory()))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThat(Security.getProviders()).hasSize(before);
    final SSLContext context = context();
    context.init(null, null, null);
    assertThat(context.createSSLEngine().getSupportedProtocols()).contains("TLSv1.3");
  }
}
