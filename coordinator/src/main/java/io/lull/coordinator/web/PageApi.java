package io.lull.coordinator.web;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.lull.coordinator.core.access.Caller;
import io.lull.protocol.text.JsonLine;
import java.util.Optional;

/** The calls of the page to the leading coordinator. Any thread. */
final class PageApi {
  /** Only over TLS, of this host and for all of it: what browsers hold a name like this to. */
  static final String COOKIE = "__Host-lull";

  private static final String OVER = "=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=Strict";

  private final SignIns signIns;
  private final PageDocuments views;

  PageApi(SignIns signIns, PageDocuments views) {
    this.signIns = signIns;
    this.views = views;
  }

  WebResponse answer(WebRequest request) {
    return switch (request.path()) {
      case "/api/sign-in" -> changing(request, this::signIn);
      case "/api/sign-out" -> changing(request, this::signOut);
      case "/api/now", "/api/jobs", "/api/availability", "/api/week" -> reading(request);
      default -> WebResponse.refusal(WebResponse.MISSING, "missing", "not found");
    };
  }

  private interface Change {
    WebResponse make(WebRequest request);
  }

  /** Nothing that another site had a browser send is done. */
  private static WebResponse changing(WebRequest request, Change change) {
    if (!request.method().equals("POST")) {
      return WebResponse.refusal(WebResponse.WRONG_METHOD, "method", "use POST")
          .with("Allow", "POST");
    }
    final String origin = request.header("origin");
    final String from = request.header("sec-fetch-site");
    if ((!origin.isEmpty() && !origin.equals("https://" + request.header("host")))
        || (!from.isEmpty() && !from.equals("same-origin"))) {
      return WebResponse.refusal(
          WebResponse.NOT_ALLOWED, "other-site", "cross-site request refused");
    }
    return change.make(request);
  }

  private WebResponse signIn(WebRequest request) {
    if (!signIns.mayTry(request.host())) {
      return WebResponse.refusal(
          WebResponse.TOO_MUCH,
          SignIns.Reason.TOO_OFTEN.wire(),
          "too many sign-ins from " + request.host() + ": try again in a moment");
    }
    final Optional<SignIns.SignedIn> let = signIns.signIn(request.body().strip(), request.host());
    if (let.isEmpty()) {
      return WebResponse.refusal(
          WebResponse.UNKNOWN_CALLER,
          SignIns.Reason.LINK_OVER.wire(),
          "this link is no longer valid: it was used or has expired; request another (lull web)");
    }
    final Caller caller = let.get().known().user().caller();
    return WebResponse.json(WebResponse.OK, new JsonLine().put("person", caller.name()))
        .with(
            "Set-Cookie",
            COOKIE
                + "="
                + let.get().cookie()
                + "; Path=/; Max-Age="
                + BrowserSessions.LENGTH.toSeconds()
                + "; Secure; HttpOnly; SameSite=Strict")
        .to(caller);
  }

  private WebResponse signOut(WebRequest request) {
    signIns.signOut(request.cookie(COOKIE));
    return WebResponse.json(WebResponse.OK, new JsonLine()).with("Set-Cookie", COOKIE + OVER);
  }

  private WebResponse reading(WebRequest request) {
    if (!request.reads()) {
      return WebResponse.refusal(
              WebResponse.WRONG_METHOD, "method", "only GET and HEAD are allowed")
          .with("Allow", "GET, HEAD");
    }
    return switch (signIns.who(request.cookie(COOKIE), request.certificate())) {
      case SignIns.Authentication.Refused refused ->
          WebResponse.refusal(WebResponse.UNKNOWN_CALLER, refused.reason().wire(), refused.line());
      case SignIns.Authentication.Known known -> told(request, known).to(known.user().caller());
    };
  }

  private WebResponse told(WebRequest request, SignIns.Authentication.Known known) {
    try {
      return WebResponse.json(
          WebResponse.OK,
          switch (request.path()) {
            case "/api/now" -> views.now(known);
            case "/api/jobs" ->
                views.jobs(
                    known.user().caller(),
                    !request.parameters().getOrDefault("ended", "").isEmpty());
            case "/api/week" -> views.week(known.user().caller());
            default ->
                views.availability(
                    known.user().caller(),
                    number(request, "from"),
                    number(request, "until"),
                    number(request, "bucket"));
          });
    } catch (StatusRuntimeException e) {
      return refusal(e.getStatus());
    } catch (IllegalArgumentException e) {
      return WebResponse.refusal(WebResponse.WRONG, "wrong", String.valueOf(e.getMessage()));
    }
  }

  private static long number(WebRequest request, String name) {
    final String text = request.parameters().getOrDefault(name, "");
    if (!text.matches("\\d{1,15}")) {
      throw new IllegalArgumentException(
          "'" + name + "' must be a number of milliseconds: ?from=…&until=…&bucket=…");
    }
    return Long.parseLong(text);
  }

  private static WebResponse refusal(Status status) {
    final String line = String.valueOf(status.getDescription());
    return switch (status.getCode()) {
      case INVALID_ARGUMENT -> WebResponse.refusal(WebResponse.WRONG, "wrong", line);
      case NOT_FOUND -> WebResponse.refusal(WebResponse.MISSING, "missing", line);
      case UNAUTHENTICATED ->
          WebResponse.refusal(WebResponse.UNKNOWN_CALLER, SignIns.Reason.UNKNOWN.wire(), line);
      case PERMISSION_DENIED -> WebResponse.refusal(WebResponse.NOT_ALLOWED, "not-allowed", line);
      case RESOURCE_EXHAUSTED ->
          WebResponse.refusal(WebResponse.TOO_MUCH, SignIns.Reason.TOO_OFTEN.wire(), line);
      case UNAVAILABLE -> WebResponse.refusal(WebResponse.UNAVAILABLE, "busy", line);
      default -> WebResponse.refusal(WebResponse.FAILED, "failed", line);
    };
  }
}
