package io.lull.coordinator.web;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.lull.coordinator.core.access.Caller;
import io.lull.protocol.text.JsonLine;
import java.util.Optional;

/** What the page asks of the coordinator that leads. Any thread. */
final class Api {
  /** Only over TLS, of this host and for all of it: what browsers hold a name like this to. */
  static final String COOKIE = "__Host-lull";

  private static final String OVER = "=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=Strict";

  private final SignIns signIns;
  private final Views views;

  Api(SignIns signIns, Views views) {
    this.signIns = signIns;
    this.views = views;
  }

  Answer answer(Request request) {
    return switch (request.path()) {
      case "/api/sign-in" -> changing(request, this::signIn);
      case "/api/sign-out" -> changing(request, this::signOut);
      case "/api/now", "/api/jobs", "/api/availability", "/api/week" -> reading(request);
      default -> Answer.refusal(Answer.MISSING, "missing", "there is nothing here");
    };
  }

  private interface Change {
    Answer make(Request request);
  }

  /** Nothing that another site had a browser send is done. */
  private static Answer changing(Request request, Change change) {
    if (!request.method().equals("POST")) {
      return Answer.refusal(Answer.WRONG_METHOD, "method", "use POST").with("Allow", "POST");
    }
    final String origin = request.header("origin");
    final String from = request.header("sec-fetch-site");
    if ((!origin.isEmpty() && !origin.equals("https://" + request.header("host")))
        || (!from.isEmpty() && !from.equals("same-origin"))) {
      return Answer.refusal(
          Answer.NOT_ALLOWED, "other-site", "this was asked for by another site: it is not done");
    }
    return change.make(request);
  }

  private Answer signIn(Request request) {
    if (!signIns.mayTry(request.host())) {
      return Answer.refusal(
          Answer.TOO_MUCH,
          SignIns.Reason.TOO_OFTEN.wire(),
          "too many try to sign in from " + request.host() + ": try again in a moment");
    }
    final Optional<SignIns.SignedIn> let = signIns.signIn(request.body().strip(), request.host());
    if (let.isEmpty()) {
      return Answer.refusal(
          Answer.UNKNOWN_CALLER,
          SignIns.Reason.LINK_OVER.wire(),
          "this link is not good any more: it was used, or its time is over; ask for another (lull"
              + " web)");
    }
    final Caller caller = let.get().known().visitor().caller();
    return Answer.json(Answer.OK, new JsonLine().put("person", caller.name()))
        .with(
            "Set-Cookie",
            COOKIE
                + "="
                + let.get().cookie()
                + "; Path=/; Max-Age="
                + Visits.LENGTH.toSeconds()
                + "; Secure; HttpOnly; SameSite=Strict")
        .to(caller);
  }

  private Answer signOut(Request request) {
    signIns.signOut(request.cookie(COOKIE));
    return Answer.json(Answer.OK, new JsonLine()).with("Set-Cookie", COOKIE + OVER);
  }

  private Answer reading(Request request) {
    if (!request.reads()) {
      return Answer.refusal(Answer.WRONG_METHOD, "method", "there is only something to look at")
          .with("Allow", "GET, HEAD");
    }
    return switch (signIns.who(request.cookie(COOKIE), request.certificate())) {
      case SignIns.Answer.Stranger stranger ->
          Answer.refusal(Answer.UNKNOWN_CALLER, stranger.reason().wire(), stranger.line());
      case SignIns.Answer.Known known -> told(request, known).to(known.visitor().caller());
    };
  }

  private Answer told(Request request, SignIns.Answer.Known known) {
    try {
      return Answer.json(
          Answer.OK,
          switch (request.path()) {
            case "/api/now" -> views.now(known);
            case "/api/jobs" ->
                views.jobs(
                    known.visitor().caller(),
                    !request.parameters().getOrDefault("ended", "").isEmpty());
            case "/api/week" -> views.week(known.visitor().caller());
            default ->
                views.availability(
                    known.visitor().caller(),
                    number(request, "from"),
                    number(request, "until"),
                    number(request, "bucket"));
          });
    } catch (StatusRuntimeException e) {
      return refusal(e.getStatus());
    } catch (IllegalArgumentException e) {
      return Answer.refusal(Answer.WRONG, "wrong", String.valueOf(e.getMessage()));
    }
  }

  private static long number(Request request, String name) {
    final String text = request.parameters().getOrDefault(name, "");
    if (!text.matches("\\d{1,15}")) {
      throw new IllegalArgumentException(
          "'" + name + "' is a number of milliseconds: ?from=…&until=…&bucket=…");
    }
    return Long.parseLong(text);
  }

  private static Answer refusal(Status status) {
    final String line = String.valueOf(status.getDescription());
    return switch (status.getCode()) {
      case INVALID_ARGUMENT -> Answer.refusal(Answer.WRONG, "wrong", line);
      case NOT_FOUND -> Answer.refusal(Answer.MISSING, "missing", line);
      case UNAUTHENTICATED ->
          Answer.refusal(Answer.UNKNOWN_CALLER, SignIns.Reason.UNKNOWN.wire(), line);
      case PERMISSION_DENIED -> Answer.refusal(Answer.NOT_ALLOWED, "not-allowed", line);
      case RESOURCE_EXHAUSTED ->
          Answer.refusal(Answer.TOO_MUCH, SignIns.Reason.TOO_OFTEN.wire(), line);
      case UNAVAILABLE -> Answer.refusal(Answer.UNAVAILABLE, "busy", line);
      default -> Answer.refusal(Answer.FAILED, "failed", line);
    };
  }
}
