package io.lull.coordinator.web;

import io.lull.coordinator.core.access.Caller;
import java.util.Map;
import java.util.Optional;

/**
 * A request of a browser.
 *
 * @param path without what is behind the question mark
 * @param parameters of what is behind it, the first of each name
 * @param headers by their names in lower case, the first of each
 * @param host the address that it comes from
 * @param certificate who it is, by a certificate of the grid; empty: none was shown
 */
record WebRequest(
    String method,
    String path,
    Map<String, String> parameters,
    Map<String, String> headers,
    String body,
    String host,
    Optional<Caller> certificate) {
  WebRequest {
    parameters = Map.copyOf(parameters);
    headers = Map.copyOf(headers);
  }

  /** Empty: there is none. */
  String header(String name) {
    return headers.getOrDefault(name, "");
  }

  boolean reads() {
    return method.equals("GET") || method.equals("HEAD");
  }

  /** The value of a cookie; empty: there is none. */
  String cookie(String name) {
    for (final String each : header("cookie").split(";", -1)) {
      final String cookie = each.strip();
      if (cookie.startsWith(name + "=")) {
        return cookie.substring(name.length() + 1);
      }
    }
    return "";
  }
}
