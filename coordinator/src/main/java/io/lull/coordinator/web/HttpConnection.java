package io.lull.coordinator.web;

import io.grpc.netty.shaded.io.netty.buffer.Unpooled;
import io.grpc.netty.shaded.io.netty.channel.ChannelFutureListener;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.SimpleChannelInboundHandler;
import io.grpc.netty.shaded.io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.grpc.netty.shaded.io.netty.handler.codec.http.FullHttpRequest;
import io.grpc.netty.shaded.io.netty.handler.codec.http.FullHttpResponse;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpResponseStatus;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpUtil;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpVersion;
import io.grpc.netty.shaded.io.netty.handler.codec.http.QueryStringDecoder;
import io.grpc.netty.shaded.io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.grpc.netty.shaded.io.netty.handler.codec.http.TooLongHttpLineException;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslHandler;
import io.lull.coordinator.access.CallerContext;
import io.lull.coordinator.core.access.Caller;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One connection's requests and their answers, one after the other. On the connection's thread. */
final class HttpConnection extends SimpleChannelInboundHandler<FullHttpRequest> {
  /** Who asks for more parameters than this means no good. */
  private static final int MAX_PARAMETERS = 16;

  private static final int LINE_TOO_LONG = 414;
  private static final int HEADERS_TOO_LARGE = 431;

  /** Nothing but what comes from this server is loaded or run, and nobody frames the page. */
  private static final Map<String, String> HEADERS =
      Map.of(
          "Content-Security-Policy",
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
              + " connect-src 'self'; base-uri 'none'; form-action 'none';"
              + " frame-ancestors 'none'",
          "X-Content-Type-Options",
          "nosniff",
          "X-Frame-Options",
          "DENY",
          "Referrer-Policy",
          "no-referrer",
          "Cross-Origin-Opener-Policy",
          "same-origin",
          "Cross-Origin-Resource-Policy",
          "same-origin",
          "Permissions-Policy",
          "camera=(), geolocation=(), microphone=()");

  private static final Logger LOG = LoggerFactory.getLogger(HttpConnection.class);

  private final RequestExecutor executor;
  private final BrowserConnections connections;
  private final ConnectionDeadline deadline;
  private final String host;
  private boolean answering;

  /**
   * @param host where the connection comes from
   */
  HttpConnection(
      RequestExecutor executor,
      BrowserConnections connections,
      ConnectionDeadline deadline,
      String host) {
    this.executor = executor;
    this.connections = connections;
    this.deadline = deadline;
    this.host = host;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, FullHttpRequest http) {
    if (answering) {
      // No browser asks again before it was answered.
      final var _ = context.close();
      return;
    }
    answering = true;
    context.channel().config().setAutoRead(false);
    deadline.answers(context);
    if (http.decoderResult().isFailure()) {
      write(context, malformed(http.decoderResult().cause()), false, () -> {});
      return;
    }
    final boolean keep = HttpUtil.isKeepAlive(http);
    executor.serve(
        request(context, http),
        (answer, written) ->
            context.executor().execute(() -> write(context, answer, keep, written)));
  }

  private static WebResponse malformed(Throwable cause) {
    return switch (cause) {
      case TooLongHttpLineException _ ->
          WebResponse.text(LINE_TOO_LONG, "the request's address is too long");
      case TooLongHttpHeaderException _ ->
          WebResponse.text(HEADERS_TOO_LARGE, "the request's headers are too large");
      default -> WebResponse.text(WebResponse.WRONG, "invalid HTTP request");
    };
  }

  private WebRequest request(ChannelHandlerContext context, FullHttpRequest http) {
    final QueryStringDecoder asked =
        new QueryStringDecoder(http.uri(), StandardCharsets.UTF_8, true, MAX_PARAMETERS);
    final Map<String, String> headers = new HashMap<>();
    for (final Map.Entry<String, String> header : http.headers()) {
      headers.putIfAbsent(header.getKey().toLowerCase(Locale.ROOT), header.getValue());
    }
    final SslHandler tls = context.pipeline().get(SslHandler.class);
    final Optional<Caller> certificate =
        tls == null ? Optional.empty() : CallerContext.of(tls.engine().getSession(), host);
    return new WebRequest(
        http.method().name(),
        asked.rawPath(),
        parameters(asked),
        headers,
        http.content().toString(StandardCharsets.UTF_8),
        host,
        certificate);
  }

  private static Map<String, String> parameters(QueryStringDecoder asked) {
    final Map<String, String> parameters = new HashMap<>();
    try {
      for (final Map.Entry<String, List<String>> each : asked.parameters().entrySet()) {
        parameters.put(each.getKey(), each.getValue().getFirst());
      }
    } catch (IllegalArgumentException e) {
      // What cannot be decoded counts as not said.
      LOG.debug("Invalid parameters", e);
    }
    return parameters;
  }

  /**
   * @param written told when the answer was taken, or never will be
   */
  private void write(
      ChannelHandlerContext context, WebResponse answer, boolean keep, Runnable written) {
    answer.asker().ifPresent(caller -> connections.knows(context.channel(), host, caller));
    final FullHttpResponse response =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1,
            HttpResponseStatus.valueOf(answer.code()),
            Unpooled.wrappedBuffer(answer.body().asReadOnlyByteBuffer()));
    HEADERS.forEach((name, value) -> response.headers().set(name, value));
    answer.headers().forEach((name, value) -> response.headers().set(name, value));
    if (answer.code() != WebResponse.NOT_MODIFIED) {
      response.headers().set("Content-Type", answer.type());
      HttpUtil.setContentLength(response, answer.body().size());
    }
    HttpUtil.setKeepAlive(response, keep);
    final var _ =
        context
            .writeAndFlush(response)
            .addListener(
                (ChannelFutureListener)
                    sent -> {
                      written.run();
                      if (!keep || !sent.isSuccess()) {
                        final var _ = context.close();
                        return;
                      }
                      answering = false;
                      deadline.answered(context);
                      context.channel().config().setAutoRead(true);
                    });
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    // Whatever strangers send: a line for each of them would fill the log.
    LOG.debug("a connection from {} fails", host, cause);
    final var _ = context.close();
  }
}
