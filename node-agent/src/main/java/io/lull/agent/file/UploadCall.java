package io.lull.agent.file;

import io.grpc.Status;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A streaming call that sends many parts and gets one answer, and respects flow control. The call's
 * own deadline bounds every wait.
 */
public final class UploadCall<P, A> {
  private static final int MAX_CAUSES = 16;

  private final Object lock = new Object();
  private final CompletableFuture<A> answer = new CompletableFuture<>();
  private @Nullable ClientCallStreamObserver<P> line;

  private UploadCall() {}

  /**
   * @param call of a stub with a deadline, such as {@code stub::put}
   */
  public static <P, A> UploadCall<P, A> open(Consumer<StreamObserver<A>> call) {
    final UploadCall<P, A> upload = new UploadCall<>();
    call.accept(upload.new Hearing());
    return upload;
  }

  /** Waits until the transport accepts it. */
  public void send(P part) throws IOException, InterruptedException {
    synchronized (lock) {
      final ClientCallStreamObserver<P> open = line;
      if (open == null) {
        throw new IOException("the call was not opened");
      }
      while (!open.isReady() && !answer.isDone()) {
        lock.wait();
      }
      if (!answer.isDone()) {
        open.onNext(part);
        return;
      }
    }
    // The other side answered early: with an error, or because it has the content already.
    answered();
  }

  public A finish() throws IOException, InterruptedException {
    synchronized (lock) {
      if (line != null && !answer.isDone()) {
        line.onCompleted();
      }
    }
    return answered();
  }

  public void abandon(String why) {
    synchronized (lock) {
      if (line != null && !answer.isDone()) {
        line.cancel(why, null);
      }
    }
  }

  private A answered() throws IOException, InterruptedException {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      throw new IOException(describe(e.getCause() == null ? e : e.getCause()), e);
    }
  }

  /** A call's failure as part of a sentence. */
  public static String describe(Throwable failure) {
    final Status status = Status.fromThrowable(failure);
    if (status.getCode() == Status.Code.DEADLINE_EXCEEDED) {
      return "it did not answer in time";
    }
    final String said =
        status.getDescription() == null
            ? status.getCode().name()
            : status.getDescription().lines().findFirst().orElse("");
    // "io exception" alone does not explain what happened to the connection.
    return status.getCode() == Status.Code.UNAVAILABLE && status.getCause() != null
        ? said + ": " + rootMessage(status.getCause())
        : said;
  }

  /** Of the cause that has no other: those above it only say that there was one. */
  private static String rootMessage(Throwable failure) {
    Throwable root = failure;
    for (int depth = 0; depth < MAX_CAUSES && root.getCause() != null; depth++) {
      root = root.getCause();
    }
    return String.valueOf(root.getMessage());
  }

  private final class Hearing implements ClientResponseObserver<P, A> {
    @Override
    public void beforeStart(ClientCallStreamObserver<P> requestStream) {
      requestStream.setOnReadyHandler(this::wake);
      synchronized (lock) {
        line = requestStream;
      }
    }

    @Override
    public void onNext(A value) {
      answer.complete(value);
      wake();
    }

    @Override
    public void onError(Throwable failure) {
      answer.completeExceptionally(failure);
      wake();
    }

    @Override
    public void onCompleted() {
      answer.completeExceptionally(
          Status.INTERNAL.withDescription("the other side gave no answer").asException());
      wake();
    }

    private void wake() {
      synchronized (lock) {
        lock.notifyAll();
      }
    }
  }
}
