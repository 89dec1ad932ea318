package io.lull.coordinator.app;

import io.lull.protocol.transport.HostPort;
import io.lull.protocol.transport.Identity;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/** Speaks to the coordinator's port byte by byte: TLS and HTTP/2 as no library would. */
final class RawClient implements AutoCloseable {
  static final int RST_STREAM = 3;
  static final int SETTINGS = 4;
  static final int PING = 6;
  static final int HEADERS = 1;
  static final int END_HEADERS = 4;

  private static final int PATIENCE_MILLIS = 30_000;

  private final Socket socket;

  private RawClient(Socket socket) {
    this.socket = socket;
  }

  /**
   * @param from a loopback address: as many machines as one likes
   */
  static RawClient connect(HostPort to, String from) throws IOException {
    final Socket socket = new Socket();
    socket.setSoTimeout(PATIENCE_MILLIS);
    socket.bind(new InetSocketAddress(InetAddress.getByName(from), 0));
    socket.connect(new InetSocketAddress(to.host(), to.port()), PATIENCE_MILLIS);
    return new RawClient(socket);
  }

  /** With TLS, and the preface of HTTP/2 said. */
  static RawClient http2(HostPort to, String from, Identity trusting, boolean shown)
      throws IOException, GeneralSecurityException {
    final RawClient plain = connect(to, from);
    final SSLContext context = SSLContext.getInstance("TLSv1.3");
    final KeyStore known = KeyStore.getInstance("PKCS12");
    known.load(null, null);
    known.setCertificateEntry("authority", trusting.authority());
    if (shown) {
      known.setKeyEntry(
          "own",
          trusting.key(),
          new char[0],
          new Certificate[] {trusting.certificate(), trusting.authority()});
    }
    final KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
    keys.init(known, new char[0]);
    final TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(known);
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), new SecureRandom());
    final SSLSocket secure =
        (SSLSocket)
            context.getSocketFactory().createSocket(plain.socket, to.host(), to.port(), true);
    final SSLParameters parameters = secure.getSSLParameters();
    parameters.setApplicationProtocols(new String[] {"h2"});
    secure.setSSLParameters(parameters);
    secure.startHandshake();
    final RawClient client = new RawClient(secure);
    client.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    client.frame(SETTINGS, 0, 0, new byte[0]);
    return client;
  }

  void write(byte[] bytes) throws IOException {
    final OutputStream out = socket.getOutputStream();
    out.write(bytes);
    out.flush();
  }

  void frame(int type, int flags, int stream, byte[] payload) throws IOException {
    write(framed(type, flags, stream, payload));
  }

  static byte[] framed(int type, int flags, int stream, byte[] payload) {
    return ByteBuffer.allocate(9 + payload.length)
        .put((byte) (payload.length >> 16))
        .putShort((short) payload.length)
        .put((byte) type)
        .put((byte) flags)
        .putInt(stream)
        .put(payload)
        .array();
  }

  /** The headers of a call, none of them compressed. */
  static byte[] headers(String method) {
    final ByteArrayOutputStream block = new ByteArrayOutputStream();
    header(block, ":method", "POST");
    header(block, ":scheme", "https");
    header(block, ":path", "/" + method);
    header(block, ":authority", "lull.internal");
    header(block, "te", "trailers");
    header(block, "content-type", "application/grpc");
    return block.toByteArray();
  }

  private static void header(ByteArrayOutputStream block, String name, String value) {
    block.write(0);
    for (final String word : new String[] {name, value}) {
      block.write(word.length());
      block.writeBytes(word.getBytes(StandardCharsets.US_ASCII));
    }
  }

  /** Reads and forgets, on a thread of its own, until the other side ends it. */
  void drain() {
    Thread.ofVirtual()
        .start(() -> {
          try {
            socket.getInputStream().transferTo(OutputStream.nullOutputStream());
          } catch (IOException e) {
            // It was cut off, which is what may happen here.
          }
        });
  }

  /** Waits until the other side has ended it; what comes until then is read. */
  boolean isCutOff() {
    try {
      socket.getInputStream().transferTo(OutputStream.nullOutputStream());
      return true;
    } catch (java.net.SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  /** Whether the other side has ended it, as far as can be seen without waiting. */
  boolean isClosedByNow() {
    try {
      socket.setSoTimeout(20);
      return socket.getInputStream().read() < 0;
    } catch (java.net.SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
