package io.lull.protocol.model;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where notices may be sent. The coordinator stands within the office's network: whoever may have
 * it call any address could reach what they cannot reach themselves, so nothing is allowed but what
 * an administrator names.
 */
public record Webhooks(List<Place> allowed) {
  public static final Webhooks NONE = new Webhooks(List.of());

  private static final int MOST_PLACES = 100;
  private static final int LONGEST_URL = 2_000;
  private static final int HTTP_PORT = 80;
  private static final int HTTPS_PORT = 443;
  private static final int LAST_PORT = 65_535;
  private static final Pattern PLACE =
      Pattern.compile(
          "([A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?|\\[[0-9A-Fa-f:.]+\\])(?::(\\d{1,5}))?");

  public Webhooks {
    allowed = List.copyOf(allowed);
  }

  /**
   * A host that may be called.
   *
   * @param host in small letters
   * @param port 0: the usual one of the URL's scheme
   */
  public record Place(String host, int port) {
    @Override
    public String toString() {
      return port == 0 ? host : host + ":" + port;
    }

    private boolean has(String calledHost, int calledPort, int usualPort) {
      return host.equals(calledHost) && calledPort == (port == 0 ? usualPort : port);
    }
  }

  /**
   * {@code HOST[:PORT]}, several divided by commas.
   *
   * @throws IllegalArgumentException with one line
   */
  public static Webhooks parse(String text) {
    final List<Place> places = new ArrayList<>();
    for (final String each : text.split(",", -1)) {
      final Matcher m = PLACE.matcher(each.strip());
      final int port = m.matches() ? m.group(3) == null ? 0 : Integer.parseInt(m.group(3)) : -1;
      if (port < 0 || port > LAST_PORT || (port == 0 && m.group(3) != null)) {
        throw new IllegalArgumentException(
            "'"
                + each.strip()
                + "' must be HOST or HOST:PORT, such as hooks.example.org, separated by"
                + " commas");
      }
      places.add(new Place(m.group(1).toLowerCase(Locale.ROOT), port));
    }
    if (places.size() > MOST_PLACES) {
      throw new IllegalArgumentException("at most " + MOST_PLACES + " hosts are allowed");
    }
    return new Webhooks(places);
  }

  /**
   * The URL, if notices may be sent there.
   *
   * @throws IllegalArgumentException with one line, which has nothing of the URL but its host: the
   *     rest may be a secret
   */
  public URI check(String text) {
    final URI url = url(text);
    final int usual = url.getScheme().equalsIgnoreCase("https") ? HTTPS_PORT : HTTP_PORT;
    final int port = url.getPort() < 0 ? usual : url.getPort();
    final String host = url.getHost().toLowerCase(Locale.ROOT);
    if (allowed.isEmpty()) {
      throw new IllegalArgumentException(
          "this grid sends no notifications: an administrator can allow them (lull coordinator"
              + " --webhooks "
              + host
              + ")");
    }
    if (allowed.stream().noneMatch(place -> place.has(host, port, usual))) {
      throw new IllegalArgumentException(
          "notifications may not be sent to "
              + host
              + (port == usual ? "" : ":" + port)
              + ": allowed are "
              + String.join(", ", allowed.stream().map(Place::toString).toList())
              + "; an administrator can allow more (lull coordinator --webhooks)");
    }
    return url;
  }

  /**
   * The URL, if it has the form of one that notices can be sent to.
   *
   * @throws IllegalArgumentException with one line
   */
  public static URI url(String text) {
    final URI url;
    try {
      url = new URI(text.length() > LONGEST_URL ? "" : text);
    } catch (URISyntaxException e) {
      throw malformed();
    }
    final String scheme = url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
    if (!(scheme.equals("https") || scheme.equals("http"))
        || url.getHost() == null
        || url.getRawUserInfo() != null
        || url.getRawFragment() != null
        || url.getPort() > LAST_PORT
        || url.getPort() == 0) {
      throw malformed();
    }
    return url;
  }

  private static IllegalArgumentException malformed() {
    return new IllegalArgumentException(
        "a notification needs a URL such as https://hooks.example.org/jobs: with https or http, of"
            + " at most "
            + LONGEST_URL
            + " characters, without a user name and without #");
  }
}
