package io.lull.platform.linux;

import static io.lull.platform.linux.FilterProgram.EACCES;
import static io.lull.platform.linux.FilterProgram.ENOSYS;
import static io.lull.platform.linux.FilterProgram.EPERM;

import io.lull.platform.guest.GuestNeeds;
import io.lull.platform.guest.GuestNetwork;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The system calls that a guest may make: those in a list, and of others those whose arguments are
 * harmless. Beyond what bubblewrap's namespaces do, a guest makes no namespaces, traces no process,
 * and has no socket that reaches this machine's own programs: those with an abstract name need no
 * folder, and an X server or a bus behind one trusts its owner's user number.
 */
final class SystemCallFilter {
  /** A processor, by the number in the headers of its programs, see elf(5). */
  private enum Processor {
    X86_64(62, 1),
    AARCH64(183, 2);

    private static final int LITTLE_64 = 0xc0000000;
    private final int machine;

    /** Of its numbers in a line of the list. */
    private final int column;

    Processor(int machine, int column) {
      this.machine = machine;
      this.column = column;
    }

    int architecture() {
      return LITTLE_64 | machine;
    }
  }

  /** Decided by arguments; not in the list. */
  private enum Decided {
    SOCKET(41, 198),
    SOCKET_PAIR(53, 199),
    CLONE(56, 220),
    IOCTL(16, 29),
    PERSONALITY(135, 92),
    CHROOT(161, 51),
    CLONE3(435, 435),
    IO_URING_SETUP(425, 425);

    private final int x86;
    private final int arm;

    Decided(int x86, int arm) {
      this.x86 = x86;
      this.arm = arm;
    }

    int number(Processor processor) {
      return processor == Processor.X86_64 ? x86 : arm;
    }

    /** The family is loaded. */
    private static void allowUnixStreams(FilterProgram program) {
      program
          .refuseUnless(AF_UNIX, EACCES)
          .loadArgument(1)
          .mask(SOCKET_TYPE)
          .refuseUnless(SOCK_STREAM, EACCES)
          .allow();
    }

    void decide(FilterProgram program, GuestNeeds needs) {
      switch (this) {
        case SOCKET -> {
          program.loadArgument(0).allowIf(AF_INET).allowIf(AF_INET6);
          if (needs.network() == GuestNetwork.PASSED) {
            // To the agent; names without a file are those of the guest's own network.
            allowUnixStreams(program);
          } else {
            program.refuse(EACCES);
          }
        }
        // Datagram sockets of a pair can send to any name; those of a stream are connected.
        case SOCKET_PAIR -> allowUnixStreams(program.loadArgument(0));
        case CLONE -> program.loadArgument(0).refuseIfAnyBit(NEW_NAMESPACES, EPERM).allow();
        case IOCTL ->
            program.loadArgument(1).refuseIf(TIOCSTI, EPERM).refuseIf(TIOCLINUX, EPERM).allow();
        case PERSONALITY ->
            program
                .loadArgument(0)
                .allowIf(0)
                .allowIf(ADDR_NO_RANDOMIZE)
                .allowIf(ASK_PERSONALITY)
                .refuse(EPERM);
        // The boundary is what is mounted, not what a program takes for the root of it.
        case CHROOT -> {
          if (needs.image().isPresent()) {
            program.allow();
          } else {
            program.refuse(EPERM);
          }
        }
        // Their arguments are in memory, where no filter can look. Programs do without them.
        case CLONE3, IO_URING_SETUP -> program.refuse(ENOSYS);
      }
    }
  }

  private static final int AF_UNIX = 1;
  private static final int AF_INET = 2;
  private static final int AF_INET6 = 10;
  private static final int SOCK_STREAM = 1;
  private static final int SOCKET_TYPE = 0xf;

  /** All CLONE_NEW… of clone(2). */
  private static final int NEW_NAMESPACES = 0x7e020000;

  /** They put characters into a terminal. */
  private static final int TIOCSTI = 0x5412;

  private static final int TIOCLINUX = 0x541c;
  private static final int ADDR_NO_RANDOMIZE = 0x40000;
  private static final int ASK_PERSONALITY = 0xffffffff;

  /** Later calls than those that were known when the list was written. */
  private static final int FIRST_UNKNOWN = 457;

  private static final int MACHINE_AT = 18;
  private static final String LIST = "system-calls.txt";
  private static final String NONE = "-";

  private SystemCallFilter() {}

  /**
   * @param program a native one of this machine: its header names the processor
   * @return empty for a processor whose system calls are not known here
   */
  static Optional<byte[]> likeThatOf(Path program, GuestNeeds needs) throws IOException {
    final byte[] head = new byte[MACHINE_AT + 1];
    try (InputStream in = Files.newInputStream(program)) {
      if (in.readNBytes(head, 0, head.length) < head.length) {
        return Optional.empty();
      }
    }
    for (final Processor processor : Processor.values()) {
      if (processor.machine == (head[MACHINE_AT] & 0xff)) {
        return Optional.of(program(processor, needs).bytes());
      }
    }
    return Optional.empty();
  }

  private static FilterProgram program(Processor processor, GuestNeeds needs) throws IOException {
    // The processor's second instruction set has higher numbers than all that are known.
    final FilterProgram program =
        new FilterProgram().onlyFor(processor.architecture()).refuseFrom(FIRST_UNKNOWN, ENOSYS);
    for (final Decided call : Decided.values()) {
      program.call(call.number(processor), rule -> call.decide(rule, needs));
    }
    return program.allowOnly(new TreeSet<>(listed(processor).values()), EPERM);
  }

  /** The listed calls that a processor has, by name. */
  private static Map<String, Integer> listed(Processor processor) throws IOException {
    final Map<String, Integer> numbers = new HashMap<>();
    try (InputStream in =
        Objects.requireNonNull(SystemCallFilter.class.getResourceAsStream(LIST), LIST)) {
      for (final String line :
          new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
        final String[] words = line.split(" ");
        if (!line.isBlank() && !line.startsWith("#") && !words[processor.column].equals(NONE)) {
          numbers.put(words[0], Integer.parseInt(words[processor.column]));
        }
      }
    }
    return numbers;
  }
}
