package io.lull.reconfig.network;

import com.google.protobuf.ByteString;
import io.lull.protocol.architecture.Exempt;
import java.io.IOException;
import java.lang.foreign.AddressLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * What Java cannot do with sockets: take one from another process, and put it in another's place.
 * For 64-bit Linux, whose structures are those of unix(7), recvmsg(2) and cmsg(3).
 */
@Exempt(
    from = Exempt.Rule.FOREIGN_MEMORY,
    because = "Java takes no descriptor from another process, and this module has no JNA")
@SuppressWarnings("restricted")
final class NativeSockets {
  static final int NO_PORT = -1;

  private static final int AF_UNIX = 1;
  private static final int AF_INET = 2;
  private static final int AF_INET6 = 10;
  private static final int SOCK_STREAM_CLOSED_ON_EXEC = 1 | 0x80000;
  private static final int CLOSED_ON_EXEC = 0x80000;
  private static final int SOL_SOCKET = 1;
  private static final int SCM_RIGHTS = 1;
  private static final int MSG_DONTWAIT_CLOSED_ON_EXEC = 0x40 | 0x40000000;
  private static final short POLLIN = 1;

  private static final int ADDRESS_BYTES = 128;
  private static final int PORT_AT = 2;
  private static final int PATH_AT = 2;
  private static final int MESSAGE_BYTES = 1024;
  private static final int CONTROL_BYTES = 64;
  private static final int HEADER_BYTES = 56;
  private static final int VECTOR_AT = 16;
  private static final int VECTOR_LENGTH_AT = 24;
  private static final int CONTROL_AT = 32;
  private static final int CONTROL_LENGTH_AT = 40;

  /** Of a control message: its length, level and kind, and one descriptor. */
  private static final int ONE_DESCRIPTOR_BYTES = 20;

  private static final int LEVEL_AT = 8;
  private static final int KIND_AT = 12;
  private static final int DESCRIPTOR_AT = 16;

  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
  private static final AddressLayout POINTER = ValueLayout.ADDRESS;

  private static final Linker LINKER = Linker.nativeLinker();
  private static final FunctionDescriptor NUMBERS = FunctionDescriptor.of(INT, INT, INT, INT);

  /** What the C library returns as more than an int is here no longer than a message. */
  private static final FunctionDescriptor MEMORY = FunctionDescriptor.of(INT, INT, POINTER, INT);

  private static final FunctionDescriptor ADDRESS =
      FunctionDescriptor.of(INT, INT, POINTER, POINTER);
  private static final MethodHandle SOCKET = function("socket", NUMBERS);
  private static final MethodHandle DUP3 = function("dup3", NUMBERS);
  private static final MethodHandle CLOSE = function("close", FunctionDescriptor.of(INT, INT));
  private static final MethodHandle CONNECT = function("connect", MEMORY);
  private static final MethodHandle SEND = function("writev", MEMORY);
  private static final MethodHandle POLL =
      function("poll", FunctionDescriptor.of(INT, POINTER, LONG, INT));
  private static final MethodHandle RECEIVE = function("recvmsg", MEMORY);
  private static final MethodHandle LOCAL = function("getsockname", ADDRESS);
  private static final MethodHandle PEER = function("getpeername", ADDRESS);

  /**
   * What came at once.
   *
   * @param descriptor that came with it; -1: none
   */
  record Received(int descriptor, ByteString bytes) {}

  /** A call of a function of the C library. */
  private interface Call<R> {
    R made(Arena arena) throws Throwable;
  }

  private NativeSockets() {}

  private static MethodHandle function(String name, FunctionDescriptor shape) {
    return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), shape);
  }

  private static <R> R call(Call<R> call) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      return call.made(arena);
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IOException("the system's sockets cannot be used: " + e, e);
    }
  }

  /**
   * A new connection to a Unix domain socket.
   *
   * @return its descriptor, which the caller closes
   */
  static int connect(String path) throws IOException {
    final byte[] name = path.getBytes(StandardCharsets.UTF_8);
    if (name.length > AgentNetwork.LONGEST_PATH) {
      throw new IOException("the path of the agent's socket is too long: " + path);
    }
    return call(arena -> {
      final MemorySegment address = arena.allocate(ADDRESS_BYTES);
      address.set(ValueLayout.JAVA_SHORT, 0, (short) AF_UNIX);
      MemorySegment.copy(name, 0, address, ValueLayout.JAVA_BYTE, PATH_AT, name.length);
      final int made = (int) SOCKET.invokeExact(AF_UNIX, SOCK_STREAM_CLOSED_ON_EXEC, 0);
      if (made < 0) {
        throw new IOException("the system makes no socket");
      }
      if ((int) CONNECT.invokeExact(made, address, PATH_AT + name.length + 1) != 0) {
        close(made);
        throw new IOException("the agent passes no connections at " + path);
      }
      return made;
    });
  }

  static void send(int socket, byte[] bytes) throws IOException {
    final int sent =
        call(arena -> {
          final MemorySegment copy = arena.allocateFrom(ValueLayout.JAVA_BYTE, bytes);
          return (int) SEND.invokeExact(socket, vector(arena, copy), 1);
        });
    if (sent != bytes.length) {
      throw new IOException("the agent takes no request");
    }
  }

  /** A struct iovec. */
  private static MemorySegment vector(Arena arena, MemorySegment of) {
    final MemorySegment vector = arena.allocate(2 * LONG.byteSize(), LONG.byteAlignment());
    vector.set(POINTER, 0, of);
    vector.set(LONG, POINTER.byteSize(), of.byteSize());
    return vector;
  }

  /** Whether something can be received, or the other end has hung up, within that time. */
  static boolean readable(int socket, int millis) throws IOException {
    return call(arena -> {
      final MemorySegment wanted = arena.allocate(LONG);
      wanted.set(INT, 0, socket);
      wanted.set(ValueLayout.JAVA_SHORT, Integer.BYTES, POLLIN);
      return (int) POLL.invokeExact(wanted, 1L, millis) > 0;
    });
  }

  /** What has come, of which one sender has sent all at once. */
  static Received receive(int socket) throws IOException {
    return call(arena -> {
      final MemorySegment bytes = arena.allocate(MESSAGE_BYTES);
      final MemorySegment control = arena.allocate(CONTROL_BYTES, LONG.byteAlignment());
      final MemorySegment header = arena.allocate(HEADER_BYTES, LONG.byteAlignment());
      header.set(POINTER, VECTOR_AT, vector(arena, bytes));
      header.set(LONG, VECTOR_LENGTH_AT, 1);
      header.set(POINTER, CONTROL_AT, control);
      header.set(LONG, CONTROL_LENGTH_AT, CONTROL_BYTES);
      final int length = (int) RECEIVE.invokeExact(socket, header, MSG_DONTWAIT_CLOSED_ON_EXEC);
      if (length < 0) {
        throw new IOException("the agent's answer cannot be received");
      }
      final boolean passed =
          header.get(LONG, CONTROL_LENGTH_AT) >= ONE_DESCRIPTOR_BYTES
              && control.get(INT, LEVEL_AT) == SOL_SOCKET
              && control.get(INT, KIND_AT) == SCM_RIGHTS;
      return new Received(
          passed ? control.get(INT, DESCRIPTOR_AT) : -1,
          ByteString.copyFrom(bytes.asSlice(0, length).asByteBuffer()));
    });
  }

  /** All of this process, of which some may be closed meanwhile. */
  static List<Integer> descriptors() throws IOException {
    try (Stream<Path> names = Files.list(DESCRIPTORS)) {
      return names.map(name -> Integer.valueOf(name.getFileName().toString())).toList();
    }
  }

  /**
   * @return {@link #NO_PORT} when it is no socket of IPv4 or IPv6
   */
  static int localPort(int descriptor) throws IOException {
    return port(LOCAL, descriptor);
  }

  /**
   * @return {@link #NO_PORT} when it is no connected socket of IPv4 or IPv6
   */
  static int peerPort(int descriptor) throws IOException {
    return port(PEER, descriptor);
  }

  private static int port(MethodHandle whose, int descriptor) throws IOException {
    return call(arena -> {
      final MemorySegment address = arena.allocate(ADDRESS_BYTES);
      final MemorySegment length = arena.allocateFrom(INT, ADDRESS_BYTES);
      if ((int) whose.invokeExact(descriptor, address, length) != 0) {
        return NO_PORT;
      }
      final int family = Short.toUnsignedInt(address.get(ValueLayout.JAVA_SHORT, 0));
      if (family != AF_INET && family != AF_INET6) {
        return NO_PORT;
      }
      return Byte.toUnsignedInt(address.get(ValueLayout.JAVA_BYTE, PORT_AT)) << Byte.SIZE
          | Byte.toUnsignedInt(address.get(ValueLayout.JAVA_BYTE, PORT_AT + 1));
    });
  }

  /** From now on the descriptor is one of what the other is one of; what it was is closed. */
  static void replace(int descriptor, int other) throws IOException {
    final int result = call(arena -> (int) DUP3.invokeExact(other, descriptor, CLOSED_ON_EXEC));
    if (result < 0) {
      throw new IOException("the system puts no socket in another's place");
    }
  }

  static void close(int descriptor) throws IOException {
    final int _ = call(arena -> (int) CLOSE.invokeExact(descriptor));
  }
}
