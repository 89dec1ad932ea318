package io.lull.system;

import io.lull.cli.command.CommandEnvironment;
import io.lull.cli.command.LullCommand;
import io.lull.cli.text.Screen;
import io.lull.client.grid.GridClient;
import io.lull.client.login.Home;
import io.lull.protocol.time.SystemClock;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.PrintStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs one command of Lull after another, each as the client's main program would, for whoever
 * comes to its socket; ends when they go. Per command it reads the folder of the credentials and
 * the words, and answers with the exit code, standard output and standard error.
 */
final class ClientProgram {
  /** Said when the socket is there. */
  static final String READY = "ready";

  private ClientProgram() {}

  /**
   * @param words the socket's path
   */
  public static void main(String[] words) throws IOException {
    final Path socket = Path.of(words[0]);
    try (ServerSocketChannel door = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      door.bind(UnixDomainSocketAddress.of(socket));
      System.out.println(READY);
      try (SocketChannel test = door.accept()) {
        serve(
            new DataInputStream(Channels.newInputStream(test)),
            new DataOutputStream(Channels.newOutputStream(test)));
      }
    } finally {
      Files.deleteIfExists(socket);
    }
  }

  private static void serve(DataInputStream questions, DataOutputStream answers)
      throws IOException {
    while (true) {
      final Path home;
      try {
        home = Path.of(questions.readUTF());
      } catch (EOFException e) {
        return;
      }
      final List<String> arguments = new ArrayList<>();
      final int count = questions.readInt();
      for (int i = 0; i < count; i++) {
        arguments.add(questions.readUTF());
      }
      final ByteArrayOutputStream output = new ByteArrayOutputStream();
      final ByteArrayOutputStream errors = new ByteArrayOutputStream();
      answers.writeInt(carryOut(home, output, errors, arguments.toArray(String[]::new)));
      for (final ByteArrayOutputStream stream : List.of(output, errors)) {
        answers.writeInt(stream.size());
        stream.writeTo(answers);
      }
      answers.flush();
    }
  }

  /** As the client's main program does, for streams that no terminal is behind. */
  private static int carryOut(
      Path configuration,
      ByteArrayOutputStream output,
      ByteArrayOutputStream errors,
      String... arguments) {
    final Map<String, String> environment = new HashMap<>(System.getenv());
    environment.put("LULL_HOME", configuration.toString());
    final Home home =
        Home.of(
            environment, System.getProperty("os.name"), Path.of(System.getProperty("user.home")));
    return LullCommand.run(
        new CommandEnvironment(
            output(output),
            output(errors),
            Path.of("").toAbsolutePath(),
            home,
            SystemClock.INSTANCE,
            ZoneId.systemDefault(),
            () ->
                GridClient.of(
                    home.identity(SystemClock.INSTANCE),
                    home.coordinators(),
                    SystemClock.INSTANCE,
                    new SecureRandom())),
        () -> System.getProperty("user.name"),
        arguments);
  }

  private static CommandEnvironment.Output output(ByteArrayOutputStream bytes) {
    return new CommandEnvironment.Output(
        new PrintStream(bytes, true, StandardCharsets.UTF_8), Screen.NONE);
  }
}
