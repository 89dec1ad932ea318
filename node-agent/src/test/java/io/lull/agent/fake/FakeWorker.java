package io.lull.agent.fake;

import io.lull.protocol.transport.Frames;
import io.lull.protocol.wire.Allowance;
import io.lull.protocol.wire.AtSafePoint;
import io.lull.protocol.wire.Captured;
import io.lull.protocol.wire.CheckValue;
import io.lull.protocol.wire.Completed;
import io.lull.protocol.wire.Failed;
import io.lull.protocol.wire.ListenSocket;
import io.lull.protocol.wire.Parameter;
import io.lull.protocol.wire.PieceWritten;
import io.lull.protocol.wire.Ready;
import io.lull.protocol.wire.SocketRequest;
import io.lull.protocol.wire.Welcome;
import io.lull.protocol.wire.WorkerOrder;
import io.lull.protocol.wire.WorkerReport;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A worker's process that speaks as one and computes nothing. */
public final class FakeWorker {
  private static final InputStream ORDERS = System.in;
  private static final OutputStream REPORTS = System.out;

  private FakeWorker() {}

  public static void main(String[] arguments) throws Exception {
    final WorkerOrder first = Frames.read(ORDERS, WorkerOrder.parser());
    if (first == null) {
      return;
    }
    final Welcome welcome = first.getWelcome();
    final Path folder = Path.of(welcome.getWorkDirectory());
    final Map<String, String> parameters =
        welcome.getParametersList().stream()
            .collect(Collectors.toMap(Parameter::getName, Parameter::getValue));
    System.err.println("I am " + welcome.getWorker());
    if (parameters.containsKey("die")) {
      System.err.println("I die");
      System.exit(Integer.parseInt(parameters.get("die")));
    }
    listen(welcome.getNetworkSocket());
    say(
        WorkerReport.newBuilder()
            .setReady(Ready.newBuilder().setHost(welcome.getListenHost()).setPort(1)));
    if (parameters.containsKey("look")) {
      say(WorkerReport.newBuilder().setFailed(Failed.newBuilder().setError(look(parameters))));
    }
    if (parameters.containsKey("allowance")) {
      allowed(welcome.getAllowance());
    }
    if (parameters.containsKey("deaf")) {
      new CountDownLatch(1).await();
    }
    WorkerOrder order = Frames.read(ORDERS, WorkerOrder.parser());
    while (order != null && !order.hasEnd()) {
      obey(order, folder);
      order = Frames.read(ORDERS, WorkerOrder.parser());
    }
  }

  /** Asks its agent for a port where it has no network, as a worker does. */
  private static void listen(String socket) throws IOException {
    if (socket.isEmpty()) {
      return;
    }
    final ByteArrayOutputStream request = new ByteArrayOutputStream();
    Frames.write(
        request, SocketRequest.newBuilder().setListen(ListenSocket.getDefaultInstance()).build());
    try (SocketChannel agent = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
      agent.write(ByteBuffer.wrap(request.toByteArray()));
      if (agent.read(ByteBuffer.allocate(1)) != 1) {
        throw new IOException("the agent passes no port");
      }
    }
  }

  private static void obey(WorkerOrder order, Path folder) throws IOException {
    switch (order.getOrderCase()) {
      case PROPOSE ->
          say(
              WorkerReport.newBuilder()
                  .setAtSafePoint(
                      AtSafePoint.newBuilder()
                          .setProposal(order.getPropose().getProposal())
                          .setSafePoint(7)));
      case CAPTURE -> {
        final long generation = order.getCapture().getGeneration();
        final String name = "g" + generation + "-r0.piece";
        Files.write(folder.resolve("pieces").resolve(name), piece(generation));
        say(WorkerReport.newBuilder().setCaptured(Captured.newBuilder().setGeneration(generation)));
        say(
            WorkerReport.newBuilder()
                .setPieceWritten(
                    PieceWritten.newBuilder()
                        .setGeneration(generation)
                        .setFile(name)
                        .setBytes(piece(generation).length)));
      }
      case PROCEED -> {
        Files.writeString(folder.resolve("outputs").resolve("result.txt"), "42\n");
        // Files that are not its own must not leave the node.
        Files.createSymbolicLink(
            folder.resolve("outputs").resolve("stolen.txt"), Path.of("/etc/hostname"));
        say(
            WorkerReport.newBuilder()
                .setCompleted(
                    Completed.newBuilder()
                        .setHasOutputs(true)
                        .addCheckValues(CheckValue.newBuilder().setName("answer").setValue("42"))));
      }
      case RECONFIGURE -> {
        try (Stream<Path> pieces = Files.list(folder.resolve("staged"))) {
          final List<String> names =
              pieces.map(file -> file.getFileName().toString()).sorted().toList();
          say(
              WorkerReport.newBuilder()
                  .setFailed(Failed.newBuilder().setError(String.join(",", names))));
        }
      }
      case ALLOWANCE -> allowed(order.getAllowance());
      default -> {}
    }
  }

  private static void allowed(Allowance allowance) throws IOException {
    say(
        WorkerReport.newBuilder()
            .setFailed(
                Failed.newBuilder().setError("allowed " + allowance.getNetworkBytesPerSecond())));
  }

  /** What a guest sees: names of inputs, whether a file elsewhere can be read, its environment. */
  private static String look(Map<String, String> parameters) throws IOException {
    final StringBuilder seen = new StringBuilder();
    try (Stream<Path> inputs = Files.list(Path.of("inputs"))) {
      for (final Path input : inputs.sorted().toList()) {
        seen.append(input.getFileName()).append('=').append(Files.readString(input)).append(' ');
      }
    }
    seen.append(Files.exists(Path.of(parameters.getOrDefault("look", ""))) ? "open " : "closed ");
    seen.append(String.join(",", System.getenv().keySet().stream().sorted().toList()));
    return seen.toString();
  }

  public static byte[] piece(long generation) {
    return ("piece of generation " + generation)
        .repeat(20_000)
        .getBytes(java.nio.charset.StandardCharsets.UTF_8);
  }

  private static void say(WorkerReport.Builder report) throws IOException {
    Frames.write(REPORTS, report.build());
  }
}
