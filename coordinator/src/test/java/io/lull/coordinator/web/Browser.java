package io.lull.coordinator.web;

import io.lull.protocol.transport.HostPort;
import io.lull.protocol.transport.Identity;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Asks a page as browsers do, or byte by byte as they do not. */
public final class Browser implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final HostPort page;
  private final SSLContext tls;
  private final HttpClient client;
  private String cookie = "";

  private Browser(HostPort page, SSLContext tls) {
    this.page = page;
    this.tls = tls;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .sslContext(tls)
            .build();
  }

  /**
   * @param trusted whose certificates it knows
   * @param shown its own; null: it has none
   */
  public static Browser of(HostPort page, X509Certificate trusted, @Nullable Identity shown)
      throws GeneralSecurityException, IOException {
    final KeyStore known = KeyStore.getInstance("PKCS12");
    known.load(null, null);
    known.setCertificateEntry("authority", trusted);
    if (shown != null) {
      known.setKeyEntry("own", shown.key(), new char[0], new Certificate[] {shown.certificate()});
    }
    final TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(known);
    final KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
    keys.init(known, new char[0]);
    final SSLContext tls = SSLContext.getInstance("TLSv1.3");
    tls.init(keys.getKeyManagers(), trust.getTrustManagers(), new SecureRandom());
    return new Browser(page, tls);
  }

  /** What it is sent goes with all that it asks from now on. */
  public HttpResponse<String> post(String path, String body, String... headers) throws Exception {
    final HttpResponse<String> answer =
        send(request(path, headers).POST(HttpRequest.BodyPublishers.ofString(body)));
    answer
        .headers()
        .firstValue("Set-Cookie")
        .ifPresent(set -> cookie = set.substring(0, set.indexOf(';')));
    return answer;
  }

  public HttpResponse<String> get(String path, String... headers) throws Exception {
    return send(request(path, headers).GET());
  }

  public HttpResponse<String> ask(String method, String path) throws Exception {
    return send(request(path).method(method, HttpRequest.BodyPublishers.noBody()));
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private HttpRequest.Builder request(String path, String... headers) {
    final HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("https://" + page + path)).timeout(PATIENCE);
    if (!cookie.isEmpty()) {
      request.header("Cookie", cookie);
    }
    if (headers.length > 0) {
      request.headers(headers);
    }
    return request;
  }

  /** A connection without TLS, from a loopback address: as many machines as one likes. */
  public Socket plain(String from) throws IOException {
    final Socket socket = new Socket();
    socket.setSoTimeout((int) PATIENCE.toMillis());
    socket.bind(new InetSocketAddress(InetAddress.getByName(from), 0));
    socket.connect(new InetSocketAddress(page.host(), page.port()), (int) PATIENCE.toMillis());
    return socket;
  }

  /** What is answered to these bytes, until the other side closes. */
  String says(String request) throws IOException {
    try (Socket socket =
        tls.getSocketFactory().createSocket(plain("127.0.0.1"), page.host(), page.port(), true)) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      socket.getOutputStream().flush();
      final StringBuilder answer = new StringBuilder();
      final byte[] some = new byte[4096];
      while (answer.indexOf("\r\n\r\n") < 0) {
        final int length = socket.getInputStream().read(some);
        if (length < 0) {
          break;
        }
        answer.append(new String(some, 0, length, StandardCharsets.ISO_8859_1));
      }
      return answer.toString();
    }
  }

  @Override
  public void close() {
    client.shutdownNow();
    client.close();
  }
}
