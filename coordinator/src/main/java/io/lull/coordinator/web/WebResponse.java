package io.lull.coordinator.web;

import com.google.protobuf.ByteString;
import io.lull.coordinator.core.access.Caller;
import io.lull.protocol.text.JsonLine;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A response to a browser.
 *
 * @param headers beside those that every answer has
 * @param asker who is signed in; empty: a stranger
 */
record WebResponse(
    int code, String type, ByteString body, Map<String, String> headers, Optional<Caller> asker) {
  static final int OK = 200;
  static final int NOT_MODIFIED = 304;
  static final int WRONG = 400;
  static final int UNKNOWN_CALLER = 401;
  static final int NOT_ALLOWED = 403;
  static final int MISSING = 404;
  static final int WRONG_METHOD = 405;
  static final int TOO_MUCH = 429;
  static final int FAILED = 500;
  static final int UNAVAILABLE = 503;

  private static final String JSON = "application/json";
  private static final String TEXT = "text/plain; charset=utf-8";

  WebResponse {
    headers = Map.copyOf(headers);
  }

  static WebResponse json(int code, JsonLine document) {
    return fresh(code, JSON, document.toString());
  }

  static WebResponse text(int code, String line) {
    return fresh(code, TEXT, line + "\n");
  }

  /** Of what may be otherwise a moment later, and is nobody else's business. */
  private static WebResponse fresh(int code, String type, String text) {
    return new WebResponse(
        code,
        type,
        ByteString.copyFromUtf8(text),
        Map.of("Cache-Control", "no-store"),
        Optional.empty());
  }

  /** What went wrong, as the page and people know it. */
  static WebResponse refusal(int code, String reason, String line) {
    final WebResponse answer = json(code, new JsonLine().put("reason", reason).put("line", line));
    return code == UNAVAILABLE || code == TOO_MUCH ? answer.with("Retry-After", "5") : answer;
  }

  WebResponse with(String header, String value) {
    final Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(header, value);
    return new WebResponse(code, type, body, more, asker);
  }

  WebResponse to(Caller caller) {
    return new WebResponse(code, type, body, headers, Optional.of(caller));
  }
}
