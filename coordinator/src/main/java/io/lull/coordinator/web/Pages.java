package io.lull.coordinator.web;

import com.google.protobuf.ByteString;
import io.lull.protocol.text.JsonLine;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The static page, the same for all users and without data of the grid: read once, served in the
 * language that the browser requests. Any thread.
 */
final class Pages {
  /** The first is the default. */
  static final List<String> LANGUAGES = List.of("en", "de", "fr");

  static final List<String> SCRIPTS =
      List.of("page.js", "chart.js", "jobs.js", "parts.js", "week.js", "words.js");

  private static final String SCRIPT = "text/javascript; charset=utf-8";
  private static final String HTML = "text/html; charset=utf-8";
  private static final String JSON = "application/json";
  private static final int MAX_ASKED_CHARS = 200;
  private static final int TAG_BYTES = 12;
  private static final Pattern PLACE = Pattern.compile("\\{\\{([a-z.-]+)}}");

  private final Map<String, Page> pages = new HashMap<>();

  /**
   * @param tag changes with the content
   */
  private record Page(String type, ByteString content, String tag, boolean translated) {
    static Page of(String type, String text, boolean translated) {
      final ByteString content = ByteString.copyFromUtf8(text);
      final String tag =
          HexFormat.of().formatHex(BrowserSecret.hash(text).substring(0, TAG_BYTES).toByteArray());
      return new Page(type, content, '"' + tag + '"', translated);
    }
  }

  Pages() {
    pages.put("/page.css", Page.of("text/css; charset=utf-8", read("page.css"), false));
    for (final String script : SCRIPTS) {
      pages.put("/" + script, Page.of(SCRIPT, read(script), false));
    }
    pages.put("/icon.svg", Page.of("image/svg+xml", read("icon.svg"), false));
    final String page = read("index.html");
    for (final String language : LANGUAGES) {
      final Map<String, String> texts = texts(language);
      pages.put(key("/", language), Page.of(HTML, filled(page, texts), true));
      final JsonLine all = new JsonLine();
      texts.forEach(all::put);
      pages.put(key("/texts.json", language), Page.of(JSON, all.toString(), true));
    }
  }

  /** Empty: there is no such page. */
  Optional<WebResponse> find(WebRequest request) {
    final Page page =
        pages.getOrDefault(
            request.path(),
            pages.get(key(request.path(), language(request.header("accept-language")))));
    if (page == null) {
      return Optional.empty();
    }
    final boolean known = request.header("if-none-match").equals(page.tag());
    final WebResponse answer =
        new WebResponse(
            known ? WebResponse.NOT_MODIFIED : WebResponse.OK,
            page.type(),
            known ? ByteString.EMPTY : page.content(),
            Map.of("ETag", page.tag(), "Cache-Control", "no-cache"),
            Optional.empty());
    return Optional.of(page.translated() ? answer.with("Vary", "Accept-Language") : answer);
  }

  /** What is spoken, of what a browser would like. */
  static String language(String asked) {
    if (asked.isEmpty() || asked.length() > MAX_ASKED_CHARS) {
      return LANGUAGES.getFirst();
    }
    try {
      final String found = Locale.lookupTag(Locale.LanguageRange.parse(asked), LANGUAGES);
      return found == null ? LANGUAGES.getFirst() : found;
    } catch (IllegalArgumentException e) {
      return LANGUAGES.getFirst();
    }
  }

  /** Of the texts in a language, by their names. */
  static Map<String, String> texts(String language) {
    final Map<String, String> texts = new TreeMap<>();
    load("page.properties", texts);
    if (!language.equals(LANGUAGES.getFirst())) {
      load("page_" + language + ".properties", texts);
    }
    texts.put("lang", language);
    return texts;
  }

  private static void load(String file, Map<String, String> texts) {
    final Properties properties = new Properties();
    try (InputStream in = open(file);
        InputStreamReader reader = new InputStreamReader(in, StandardCharsets.UTF_8)) {
      properties.load(reader);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    properties.stringPropertyNames().forEach(name -> texts.put(name, properties.getProperty(name)));
  }

  private static String filled(String page, Map<String, String> texts) {
    return PLACE
        .matcher(page)
        .replaceAll(place -> {
          final String text = texts.get(place.group(1));
          if (text == null) {
            throw new IllegalStateException("the page has no text for " + place.group(1));
          }
          return Matcher.quoteReplacement(escaped(text));
        });
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  private static String read(String file) {
    try (InputStream in = open(file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static InputStream open(String file) throws IOException {
    final InputStream in = Pages.class.getResourceAsStream(file);
    if (in == null) {
      throw new IOException(file + " is missing beside " + Pages.class);
    }
    return in;
  }

  private static String key(String path, String language) {
    return path + " " + language;
  }
}
