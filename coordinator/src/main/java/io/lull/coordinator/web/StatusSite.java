package io.lull.coordinator.web;

import io.lull.coordinator.access.InProcessCalls;
import io.lull.protocol.text.JsonLine;
import io.lull.protocol.time.Clock;
import java.time.ZoneId;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The page, and what it is told: by the coordinator that leads. Others say who does. Any thread.
 */
public final class StatusSite implements RequestHandler {
  private static final String API = "/api/";

  private final Pages pages = new Pages();
  private final Supplier<String> leader;
  private final AtomicReference<@Nullable PageApi> api = new AtomicReference<>();

  /**
   * @param leader who leads, for people to read, while this member does not; empty: that is not
   *     known
   */
  public StatusSite(Supplier<String> leader) {
    this.leader = leader;
  }

  /**
   * From now on this member leads, until it is closed.
   *
   * @param zone that hours of the week are reckoned in
   */
  public AutoCloseable leads(SignIns signIns, InProcessCalls calls, Clock clock, ZoneId zone) {
    final PageApi leading = new PageApi(signIns, new PageDocuments(calls, clock, zone));
    api.set(leading);
    return () -> api.compareAndSet(leading, null);
  }

  @Override
  public WebResponse answer(WebRequest request) {
    if (request.path().startsWith(API)) {
      final PageApi leading = api.get();
      return leading == null ? standingBy() : leading.answer(request);
    }
    if (!request.reads()) {
      return WebResponse.text(WebResponse.WRONG_METHOD, "only GET and HEAD are allowed")
          .with("Allow", "GET, HEAD");
    }
    return pages
        .find(request)
        .orElseGet(() -> WebResponse.text(WebResponse.MISSING, "not found: the page is at /"));
  }

  private WebResponse standingBy() {
    final String other = leader.get();
    return WebResponse.json(
            WebResponse.UNAVAILABLE,
            new JsonLine()
                .put("reason", other.isEmpty() ? "starting" : "standing-by")
                .put("leader", other)
                .put(
                    "line",
                    other.isEmpty()
                        ? "this coordinator does not lead yet: try again in a moment"
                        : "this coordinator stands by: " + other + " leads"))
        .with("Retry-After", "5");
  }
}
