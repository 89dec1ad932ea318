package io.lull.agent.app;

import io.lull.agent.control.PublicSocket;
import io.lull.agent.core.session.Backoff;
import io.lull.agent.enrolment.NodeEnrolment;
import io.lull.agent.guest.NoServiceException;
import io.lull.agent.guest.ServedGuests;
import io.lull.agent.session.FinalRefusal;
import io.lull.agent.settings.AdminPolicy;
import io.lull.agent.settings.SettingsStore;
import io.lull.agent.watcher.SeatedUsers;
import io.lull.agent.watcher.SessionServer;
import io.lull.agent.worker.WorkerJvm;
import io.lull.platform.Platform;
import io.lull.platform.guest.MeteredGuests;
import io.lull.platform.input.InputSource;
import io.lull.platform.machine.MachineFacts;
import io.lull.platform.process.Deadline;
import io.lull.platform.session.WatcherAcceptor;
import io.lull.protocol.log.LogFormat;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.EnrolmentException;
import io.lull.protocol.transport.EnrolmentToken;
import io.lull.protocol.transport.Identity;
import io.lull.protocol.transport.Peer;
import java.io.File;
import java.io.IOException;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;

/** The agent's main program: from its options to its exit code. */
public final class AgentProgram {
  private static final int DONE = 0;
  private static final int BAD_INPUT = 2;
  private static final int UNREACHABLE = 3;
  private static final int REFUSED = 4;
  private static final Duration END_WITHIN = Duration.ofSeconds(20);

  /** Both start with the computer. */
  private static final Duration SERVICE_WITHIN = Duration.ofSeconds(30);

  /** The choice of input that uses every source. */
  private static final String AUTOMATIC = "auto";

  private static final long WATCHER_HEAP_BYTES = 32L << 20;

  /** The class path of workers, if it differs from this program's. */
  private static final String WORKER_CLASS_PATH = "lull.worker.classpath";

  /** The folder with the files that speed up the start of programs. */
  private static final String ARCHIVES = "lull.archives";

  private static final String WORKER_CACHE = "worker.jsa";

  /** Further flags for the workers' Java, separated by spaces. */
  private static final String WORKER_FLAGS = "lull.worker.flags";

  /** Java's Vector API, a module that must be added explicitly. */
  private static final String VECTORS = "jdk.incubator.vector";

  /** Referenced here, since the logging framework forgets the level of an unreferenced logger. */
  private static final Logger TRANSPORT = Logger.getLogger("io.grpc.netty.shaded");

  private AgentProgram() {}

  /** Runs until the agent is ended; errors are one line on standard error. */
  public static int run(AgentOptions options, LogFormat logFormat) {
    final AtomicReference<String> node = new AtomicReference<>(options.name().orElse(""));
    logFormat.install(node::get);
    // A vanished peer is normal, and the transport prints a page about each.
    TRANSPORT.setLevel(Level.SEVERE);
    try (AgentFolder folder = AgentFolder.open(options.data())) {
      final Optional<FinalRefusal> refusal = run(options, folder.path(), node);
      if (refusal.isPresent()) {
        complain(logFormat, "the coordinator refuses this node: " + refusal.get().line());
        return REFUSED;
      }
      return DONE;
    } catch (NoServiceException e) {
      complain(logFormat, line(e));
      return UNREACHABLE;
    } catch (EnrolmentException e) {
      complain(logFormat, line(e));
      return e.kind().exitCode();
    } catch (IllegalArgumentException | IOException e) {
      complain(logFormat, line(e));
      return BAD_INPUT;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return DONE;
    }
  }

  private static void complain(LogFormat logFormat, String why) {
    logFormat.lastWord(System.err, "lull agent: " + why);
  }

  private static Optional<FinalRefusal> run(
      AgentOptions options, Path folder, AtomicReference<String> node)
      throws IOException, InterruptedException {
    final Optional<EnrolmentToken> token = options.enrolment().token().map(EnrolmentToken::parse);
    final SettingsStore settings =
        SettingsStore.open(options.config().orElse(null), folder, policy(options));
    final Platform platform = platform(options.others());
    final MachineFacts facts = platform.machine().facts();
    final SeatedUsers seated = new SeatedUsers();
    final List<InputSource> sources =
        sources(options, folder, seated.over(platform.inputs().open(options.input())), facts);
    final Identity identity =
        new NodeEnrolment(
                folder.resolve(NodeAgent.CREDENTIALS),
                options.coordinators(),
                SystemClock.INSTANCE,
                new Backoff(new SecureRandom()))
            .identity(token, options.name().orElse(facts.hostName()));
    if (options.enrolment().file().isPresent()) {
      Files.deleteIfExists(options.enrolment().file().get());
    }
    Peer.of(identity.certificate()).map(Peer::name).ifPresent(node::set);
    final AgentSetup setup =
        new AgentSetup(
            options.coordinators(),
            folder,
            identity,
            new AgentSetup.Machine(platform, facts, SpeedRecord.of(folder, SystemClock.INSTANCE)),
            sources,
            settings,
            workerJvm());
    final CountDownLatch ended = new CountDownLatch(1);
    final Optional<PublicSocket> publicSocket =
        options.others().owner().map(socket -> new PublicSocket(socket, seated::has));
    try (NodeAgent agent = new NodeAgent(setup, publicSocket, AgentProgram::say)) {
      Runtime.getRuntime().addShutdownHook(new Thread(() -> endNow(agent, ended), "end"));
      return agent.run();
    } finally {
      ended.countDown();
    }
  }

  private static Platform platform(AgentOptions.OtherProcesses others) throws IOException {
    return Platform.load(
        System.getProperty("os.name", ""),
        System.getenv(),
        new Platform.Others(guests(others), others.deviceUser().isPresent()),
        SystemClock.INSTANCE);
  }

  /** Those of the guest service; empty: this process starts guests. */
  private static Optional<MeteredGuests> guests(AgentOptions.OtherProcesses others)
      throws IOException {
    if (others.guests().isEmpty()) {
      return Optional.empty();
    }
    final ServedGuests served =
        ServedGuests.at(
            others.guests().get(),
            Platform.foldersOfAnother(),
            Deadline.in(SERVICE_WITHIN, SystemClock.INSTANCE));
    return Optional.of(new MeteredGuests(served, served));
  }

  private static AdminPolicy policy(AgentOptions options) throws IOException {
    if (options.policy().isPresent()) {
      return AdminPolicy.read(options.policy().get());
    }
    final Path usual = AdminPolicy.defaultFile(System.getProperty("os.name", ""), System.getenv());
    return Files.exists(usual) ? AdminPolicy.read(usual) : AdminPolicy.CLOSED;
  }

  private static List<InputSource> sources(
      AgentOptions options, Path folder, List<InputSource> sources, MachineFacts facts) {
    final String node = options.name().orElse(facts.hostName());
    final boolean automatic = options.input().equals(AUTOMATIC);
    final Optional<WatcherAcceptor> acceptor =
        automatic && options.others().session().isEmpty()
            ? Platform.watcherDoor(
                System.getProperty("os.name", ""), watcherCommand(), SystemClock.INSTANCE)
            : Optional.empty();
    if (acceptor.isPresent()) {
      return SessionServer.beside(sources, acceptor.get(), node, SystemClock.INSTANCE);
    }
    return options
        .others()
        .session()
        .or(() -> automatic ? Optional.of(folder.resolve(SessionServer.FILE)) : Optional.empty())
        .map(socket ->
            SessionServer.beside(
                sources,
                socket,
                node,
                options.others().deviceUser().filter(_ -> automatic),
                SystemClock.INSTANCE))
        .orElse(sources);
  }

  /** The command that starts a session's watcher. */
  private static List<String> watcherCommand() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx" + (WATCHER_HEAP_BYTES >> 20) + "m",
        "-XX:+UseSerialGC",
        "--enable-native-access=ALL-UNNAMED",
        "-cp",
        absolute(System.getProperty("java.class.path", "")),
        SessionWatchProgram.class.getName());
  }

  /** On the system's request to end: guests end before the agent does. */
  private static void endNow(NodeAgent agent, CountDownLatch ended) {
    agent.stop();
    try {
      ended.await(END_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void say(String line) {
    System.out.println(line);
    System.out.flush();
  }

  private static WorkerJvm workerJvm() {
    final String flags = System.getProperty(WORKER_FLAGS, "").strip();
    return new WorkerJvm(
        Path.of(System.getProperty("java.home")),
        absolute(System.getProperty(WORKER_CLASS_PATH, System.getProperty("java.class.path", ""))),
        WorkerJvm.MAIN_CLASS,
        workerFlags(flags),
        learned());
  }

  /** The profile of workers that the distribution's build recorded. */
  private static Optional<Path> learned() {
    return Optional.ofNullable(System.getProperty(ARCHIVES))
        .map(folder -> Path.of(folder, WORKER_CACHE).toAbsolutePath())
        .filter(Files::isReadable);
  }

  /** If the workers' Java, which is the agent's, has vectors, their stencils use them. */
  private static List<String> workerFlags(String further) {
    final List<String> flags = new ArrayList<>();
    if (ModuleFinder.ofSystem().find(VECTORS).isPresent()) {
      flags.add("--add-modules=" + VECTORS);
    }
    if (!further.isEmpty()) {
      flags.addAll(List.of(further.split("\\s+")));
    }
    return flags;
  }

  /** Workers have their own working directory. */
  private static String absolute(String classPath) {
    return Arrays.stream(classPath.split(File.pathSeparator))
        .filter(entry -> !entry.isEmpty())
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static String line(Exception e) {
    return e.getMessage() == null
        ? e.toString()
        : e.getMessage().lines().findFirst().orElse(e.toString());
  }
}
