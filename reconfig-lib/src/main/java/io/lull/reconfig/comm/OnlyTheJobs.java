package io.lull.reconfig.comm;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.function.Function;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/** Accepts the one certificate that every worker of the job has the key of. */
final class OnlyTheJobs extends X509ExtendedTrustManager {
  private final X509Certificate certificate;
  private final byte[] encoded;
  private final Function<String, CertificateException> refusal;

  /**
   * @param refusal makes what tells the engine why a certificate is refused
   */
  OnlyTheJobs(X509Certificate certificate, Function<String, CertificateException> refusal)
      throws CertificateException {
    this.certificate = certificate;
    this.encoded = certificate.getEncoded();
    this.refusal = refusal;
  }

  private void check(X509Certificate[] chain) throws CertificateException {
    if (chain.length == 0 || !Arrays.equals(chain[0].getEncoded(), encoded)) {
      throw refusal.apply("the peer is not a worker of this job");
    }
    certificate.checkValidity();
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    check(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    check(chain);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    check(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    check(chain);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
    check(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
    check(chain);
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return new X509Certificate[] {certificate};
  }
}
