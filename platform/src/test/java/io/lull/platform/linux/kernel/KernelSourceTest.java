package io.lull.platform.linux.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSignal;
import io.lull.platform.session.SessionMessages;
import io.lull.protocol.time.SystemClock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With the kernel's real events; pipes stand for the devices that this machine may not have. */
class KernelSourceTest {
  private static final int MINOR = 64;

  @TempDir Path folder = Path.of("");

  private final BlockingQueue<InputSignal> signals = new LinkedBlockingQueue<>();
  private @Nullable KernelSource source;
  private KernelFiles files;

  @BeforeEach
  void aMachineWithoutDevices() throws IOException {
    files =
        new KernelFiles(
            folder.resolve("dev"),
            folder.resolve("dev/input"),
            folder.resolve("dev/pts"),
            folder.resolve("sys/input"),
            folder.resolve("sys/tty"),
            folder.resolve("udev"),
            Path.of("/proc"));
    Files.createDirectories(files.terminals());
    Files.createDirectories(files.udev());
  }

  @AfterEach
  void end() {
    if (source != null) {
      source.close();
    }
  }

  private void start() {
    source = new KernelSource(files, SystemClock.INSTANCE);
    source.start(signals::add);
  }

  private <S extends InputSignal> S await(Class<S> kind, String name) throws InterruptedException {
    return kind.cast(
        await(kind + " of " + name, s -> kind.isInstance(s) && s.source().equals(name)));
  }

  private InputSignal await(String what, Predicate<InputSignal> wanted)
      throws InterruptedException {
    final long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (System.nanoTime() < deadline) {
      final InputSignal signal = signals.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (signal != null && wanted.test(signal)) {
        return signal;
      }
    }
    throw new AssertionError("no " + what + " came");
  }

  /** Plugged in: known to udev first, then there. */
  private Path plug(int number, String property) throws Exception {
    final String name = "event" + number;
    Files.createDirectories(files.input());
    Files.createDirectories(files.sysInput().resolve(name));
    Files.writeString(
        files.sysInput().resolve(name).resolve("dev"), "13:" + (MINOR + number) + "\n");
    Files.writeString(
        files.udev().resolve("c13:" + (MINOR + number)), "E:ID_INPUT=1\nE:" + property + "=1\n");
    final Path made = folder.resolve(name + ".new");
    assertThat(new ProcessBuilder("mkfifo", made.toString()).start().waitFor()).isZero();
    return Files.move(made, files.input().resolve(name));
  }

  /** What happens at a device is read by whoever serves the seat. */
  private static void use(Path device) throws IOException {
    try (FileChannel pipe =
        FileChannel.open(device, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      pipe.write(ByteBuffer.wrap(new byte[] {1}));
      pipe.read(ByteBuffer.allocate(1));
    }
  }

  @Test
  void itsSourcesHaveTheNamesUnderWhichAnAgentAwaitsThem() throws Exception {
    start();
    final Set<String> names = new HashSet<>();
    while (names.size() < SessionMessages.DEVICE_SOURCES.size()) {
      names.add(await("further source", signal -> !names.contains(signal.source())).source());
    }
    assertThat(names).containsExactlyInAnyOrderElementsOf(SessionMessages.DEVICE_SOURCES);
  }

  @Test
  void aKeyThatTheSeatsServerReadsIsTheOwner() throws Exception {
    final Path keyboard = plug(3, "ID_INPUT_KEYBOARD");
    start();
    final InputSignal.Working working = await(InputSignal.Working.class, "seats");
    assertThat(working.coverage()).containsExactly(new Coverage.Seats());
    assertThat(working.detail()).isEqualTo("the kernel's 1 input devices");

    final long before = System.nanoTime();
    use(keyboard);

    final InputSignal.Activity activity = await(InputSignal.Activity.class, "seats");
    assertThat(activity.nanos()).isBetween(before, System.nanoTime());
  }

  @Test
  void aPowerButtonIsNotTheOwner() throws Exception {
    final Path keyboard = plug(3, "ID_INPUT_KEYBOARD");
    final Path button = plug(4, "ID_INPUT_KEY");
    start();
    await(InputSignal.Working.class, "seats");

    use(button);
    final long before = System.nanoTime();
    use(keyboard);

    assertThat(await(InputSignal.Activity.class, "seats").nanos()).isGreaterThanOrEqualTo(before);
  }

  @Test
  void aMachineWithoutKeyboardsIsBlindUntilOneIsPluggedInAndAgainWhenItIsUnplugged()
      throws Exception {
    start();
    assertThat(await(InputSignal.Lost.class, "seats").why())
        .isEqualTo("no keyboard or mouse is attached");

    final Path mouse = plug(0, "ID_INPUT_MOUSE");
    await(InputSignal.Working.class, "seats");
    use(mouse);
    await(InputSignal.Activity.class, "seats");

    Files.delete(mouse);
    assertThat(await(InputSignal.Lost.class, "seats").why())
        .isEqualTo("no keyboard or mouse is attached");

    use(plug(0, "ID_INPUT_MOUSE"));
    await(InputSignal.Working.class, "seats");
    use(files.input().resolve("event0"));
    await(InputSignal.Activity.class, "seats");
  }

  @Test
  void aHandAtAGamepadIsTheOwner() throws Exception {
    plug(3, "ID_INPUT_KEYBOARD");
    final Path pad = plug(5, "ID_INPUT_JOYSTICK");
    start();
    await(InputSignal.Working.class, "seats");

    try (FileChannel pipe =
        FileChannel.open(pad, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      pipe.write(event(4, 4, 0x90001)); // which button it was, in the device's own numbers
      final long before = System.nanoTime();
      pipe.write(event(1, 0x130, 1));
      assertThat(await(InputSignal.Activity.class, "seats").nanos()).isGreaterThanOrEqualTo(before);
    }
  }

  private static ByteBuffer event(int type, int code, int value) {
    return ByteBuffer.allocate(24)
        .order(ByteOrder.nativeOrder())
        .putLong(0)
        .putLong(0)
        .putShort((short) type)
        .putShort((short) code)
        .putInt(value)
        .flip();
  }

  @Test
  void aStreamOfEventsIsToldAFewTimesASecond() throws Exception {
    final Path mouse = plug(3, "ID_INPUT_MOUSE");
    start();
    await(InputSignal.Working.class, "seats");
    final long start = System.nanoTime();
    while (System.nanoTime() - start < TimeUnit.SECONDS.toNanos(1)) {
      use(mouse);
    }
    final double seconds = (System.nanoTime() - start) / 1e9;
    assertThat(signals.stream().filter(InputSignal.Activity.class::isInstance).count())
        .isBetween(2L, (long) (seconds * 4) + 2);
  }

  @Test
  void typingAtATerminalIsTheOwnerAndWhatItPrintsIsNot() throws Exception {
    start();
    assertThat(await(InputSignal.Working.class, "terminals").coverage())
        .isEqualTo(Set.of(new Coverage.Terminals()));
    try (Pty terminal = new Pty()) {
      Files.createSymbolicLink(files.terminals().resolve("7"), terminal.path());
      terminal.print("last login: never\n");
      final long before = System.nanoTime();
      // Typed again until the new terminal is watched.
      final long deadline = before + TimeUnit.SECONDS.toNanos(30);
      InputSignal.@Nullable Activity activity = null;
      while (activity == null && System.nanoTime() < deadline) {
        terminal.type("ls");
        activity = next(TimeUnit.MILLISECONDS.toNanos(100));
      }
      assertThat(activity)
          .isNotNull()
          .satisfies(told -> {
            assertThat(told.kind()).isEqualTo(InputSignal.Kind.TERMINAL);
            assertThat(told.nanos()).isGreaterThanOrEqualTo(before);
          });
    }
  }

  private InputSignal.@Nullable Activity next(long withinNanos) throws InterruptedException {
    final InputSignal signal = signals.poll(withinNanos, TimeUnit.NANOSECONDS);
    return signal instanceof InputSignal.Activity activity ? activity : null;
  }

  @Test
  void aTerminalThatAGuestOpenedForItselfIsNotTheOwner() throws Exception {
    try (Pty terminal = new Pty();
        Pty owners = new Pty()) {
      Files.createSymbolicLink(files.terminals().resolve("7"), terminal.path());
      Files.createSymbolicLink(files.terminals().resolve("8"), owners.path());
      final Process guest =
          new ProcessBuilder("sh", "-c", "exec 3<>" + terminal.path() + "; echo open; read x")
              .start();
      try {
        assertThat(guest.inputReader().readLine()).isEqualTo("open");
        start();
        await(InputSignal.Working.class, "terminals");

        terminal.type("fifty iterations");
        final long before = System.nanoTime();
        owners.type("ls");

        assertThat(await(InputSignal.Activity.class, "terminals").nanos())
            .isGreaterThanOrEqualTo(before);
      } finally {
        guest.destroyForcibly();
        guest.onExit().join();
      }
    }
  }

  @Test
  void aTextConsoleIsWatchedLikeATerminal() throws Exception {
    assertThat(
            new ProcessBuilder("mkfifo", files.dev().resolve("tty2").toString()).start().waitFor())
        .isZero();
    start();
    await(InputSignal.Working.class, "terminals");
    use(files.dev().resolve("tty2"));
    await(InputSignal.Activity.class, "terminals");
  }

  @Test
  void closesWhileItWaits() {
    final KernelSource closing = new KernelSource(files, SystemClock.INSTANCE);
    closing.start(signals::add);
    final long before = System.nanoTime();
    closing.close();
    assertThat(System.nanoTime() - before).isLessThan(TimeUnit.SECONDS.toNanos(4));
  }
}
