package io.lull.platform.linux;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A program for the kernel's system call filter, see seccomp(2): no socket of this machine's own
 * programs can be reached. Those with an abstract name need no folder, and an X server or a bus
 * behind one trusts its owner's user number.
 */
final class SocketFilter {
  private static final int LOAD = 0x20;
  private static final int IF_EQUAL = 0x15;
  private static final int IF_AT_LEAST = 0x35;
  private static final int RETURN = 0x06;
  private static final int ALLOW = 0x7fff0000;
  private static final int REFUSE = 0x00050000;
  private static final int EACCES = 13;
  private static final int ENOSYS = 38;
  private static final int CALL = 0;
  private static final int ARCHITECTURE = 4;
  private static final int FIRST_ARGUMENT = 16;
  private static final int AF_UNIX = 1;

  /** Makes sockets without the filtered system call. */
  private static final int IO_URING_SETUP = 425;

  /** The first call number of the processor's second instruction set. */
  private static final int OTHER_CALLS = 0x40000000;

  private static final int MACHINE_AT = 18;
  private static final int X86_64 = 62;
  private static final int AARCH64 = 183;
  private static final int LITTLE_64 = 0xc0000000;
  private static final int INSTRUCTIONS = 11;
  private static final int INSTRUCTION_BYTES = 8;

  private SocketFilter() {}

  /**
   * @param program a native one of this machine: its header names the processor, see elf(5)
   * @return empty for a processor whose system calls are not known here
   */
  static Optional<byte[]> likeThatOf(Path program) throws IOException {
    final byte[] head = new byte[MACHINE_AT + 1];
    try (InputStream in = Files.newInputStream(program)) {
      if (in.readNBytes(head, 0, head.length) < head.length) {
        return Optional.empty();
      }
    }
    return switch (head[MACHINE_AT] & 0xff) {
      case X86_64 -> Optional.of(program(LITTLE_64 | X86_64, 41));
      case AARCH64 -> Optional.of(program(LITTLE_64 | AARCH64, 198));
      default -> Optional.empty();
    };
  }

  private static byte[] program(int architecture, int socket) {
    final ByteBuffer program =
        ByteBuffer.allocate(INSTRUCTIONS * INSTRUCTION_BYTES).order(ByteOrder.nativeOrder());
    put(program, LOAD, 0, 0, ARCHITECTURE);
    put(program, IF_EQUAL, 0, 7, architecture);
    put(program, LOAD, 0, 0, CALL);
    put(program, IF_AT_LEAST, 5, 0, OTHER_CALLS);
    put(program, IF_EQUAL, 4, 0, IO_URING_SETUP);
    put(program, IF_EQUAL, 0, 2, socket);
    put(program, LOAD, 0, 0, FIRST_ARGUMENT);
    put(program, IF_EQUAL, 2, 0, AF_UNIX);
    put(program, RETURN, 0, 0, ALLOW);
    put(program, RETURN, 0, 0, REFUSE | ENOSYS);
    put(program, RETURN, 0, 0, REFUSE | EACCES);
    return program.array();
  }

  /**
   * @param yes instructions to skip on a match
   * @param no instructions to skip otherwise
   */
  private static void put(ByteBuffer program, int code, int yes, int no, int value) {
    program.putShort((short) code).put((byte) yes).put((byte) no).putInt(value);
  }
}
