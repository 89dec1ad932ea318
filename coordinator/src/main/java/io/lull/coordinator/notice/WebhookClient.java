package io.lull.coordinator.notice;

import io.lull.protocol.records.NoticeRecord;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Sends one notice once. Of the response only the status is read. */
final class WebhookClient implements AutoCloseable {
  private static final Duration CONNECT_PATIENCE = Duration.ofSeconds(5);
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int REQUEST_TIMEOUT = 408;
  private static final int TOO_EARLY = 425;
  private static final int TOO_MANY = 429;

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .connectTimeout(CONNECT_PATIENCE)
          .executor(threads)
          .build();

  /** What became of it; whatever it says has nothing of the URL. */
  sealed interface Outcome {
    record Taken() implements Outcome {}

    /** Another try may do better. */
    record Later(String why) implements Outcome {}

    /** Nor will it ever be taken. */
    record Never(String why) implements Outcome {}
  }

  Outcome send(URI url, NoticeRecord notice) throws InterruptedException {
    final HttpRequest request =
        HttpRequest.newBuilder(url)
            .timeout(PATIENCE)
            .header("Content-Type", "application/json")
            .header("User-Agent", "lull")
            .header("Idempotency-Key", notice.getId())
            .POST(HttpRequest.BodyPublishers.ofByteArray(notice.getBody().toByteArray()))
            .build();
    final CompletableFuture<HttpResponse<Void>> answer =
        client.sendAsync(request, _ -> new Unread());
    try {
      return outcome(answer.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS).statusCode());
    } catch (TimeoutException e) {
      return new Outcome.Later("it did not answer within " + PATIENCE.toSeconds() + " s");
    } catch (ExecutionException e) {
      return new Outcome.Later(words(e.getCause()));
    } finally {
      answer.cancel(true);
    }
  }

  private static Outcome outcome(int status) {
    final boolean passing = status == REQUEST_TIMEOUT || status == TOO_EARLY || status == TOO_MANY;
    return switch (status / 100) {
      case 2 -> new Outcome.Taken();
      case 3 -> new Outcome.Never("it answered " + status + ", and redirects are not followed");
      case 4 ->
          passing
              ? new Outcome.Later("it answered " + status)
              : new Outcome.Never("it answered " + status);
      default -> new Outcome.Later("it answered " + status);
    };
  }

  private static String words(@Nullable Throwable cause) {
    return switch (cause) {
      case HttpConnectTimeoutException _ -> "connecting took too long";
      case HttpTimeoutException _ -> "it did not answer within " + PATIENCE.toSeconds() + " s";
      case ConnectException _ -> "the connection was refused or unreachable";
      case SSLException _ -> "its certificate is not trusted, or TLS failed otherwise";
      case null -> "the connection failed";
      default -> "the connection failed (" + cause.getClass().getSimpleName() + ")";
    };
  }

  @Override
  public void close() {
    client.shutdownNow();
    threads.shutdownNow();
  }

  /** Ends the connection where the body begins, however long that is. */
  private static final class Unread implements HttpResponse.BodySubscriber<Void> {
    private final CompletableFuture<Void> body = new CompletableFuture<>();

    @Override
    public CompletionStage<Void> getBody() {
      return body;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      subscription.cancel();
      body.complete(null);
    }

    @Override
    public void onNext(List<ByteBuffer> some) {}

    @Override
    public void onError(Throwable failure) {
      body.complete(null);
    }

    @Override
    public void onComplete() {
      body.complete(null);
    }
  }
}
