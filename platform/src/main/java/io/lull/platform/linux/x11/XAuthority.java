package io.lull.platform.linux.x11;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The cookies of an Xauthority file, see Xauth(3): records of big-endian counted strings.
 *
 * @param entries as in the file
 */
record XAuthority(List<Entry> entries) {
  static final String COOKIE = "MIT-MAGIC-COOKIE-1";
  static final XAuthority NONE = new XAuthority(List.of());
  private static final int MAX_ENTRIES = 256;
  private static final int MAX_TRIED = 6;
  private static final int LOCAL = 256;
  private static final int WILD = 65535;

  /** Contains a secret, so it is never printed. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Entry(int family, String address, String display, String name, byte[] secret) {
    @Override
    public String toString() {
      return "entry for " + address + ":" + display;
    }
  }

  static XAuthority parse(byte[] file) {
    final ByteBuffer in = ByteBuffer.wrap(file);
    final List<Entry> entries = new ArrayList<>();
    try {
      while (in.remaining() > 2 && entries.size() < MAX_ENTRIES) {
        final int family = Short.toUnsignedInt(in.getShort());
        final String address = new String(counted(in), StandardCharsets.ISO_8859_1);
        final String display = new String(counted(in), StandardCharsets.ISO_8859_1);
        final String name = new String(counted(in), StandardCharsets.ISO_8859_1);
        entries.add(new Entry(family, address, display, name, counted(in)));
      }
    } catch (BufferUnderflowException e) {
      // A file that is being written ends early: complete entries are valid.
      return new XAuthority(List.copyOf(entries));
    }
    return new XAuthority(List.copyOf(entries));
  }

  private static byte[] counted(ByteBuffer in) {
    final int length = Short.toUnsignedInt(in.getShort());
    if (length > in.remaining()) {
      throw new BufferUnderflowException();
    }
    final byte[] bytes = new byte[length];
    in.get(bytes);
    return bytes;
  }

  /** Cookies to try for a display, the likeliest first: a home folder may serve many machines. */
  List<byte[]> cookies(XDisplayName display, String hostName) {
    return entries.stream()
        .filter(e ->
            e.name.equals(COOKIE)
                && (e.display.isEmpty() || e.display.equals(Integer.toString(display.number()))))
        .sorted(Comparator.comparingInt(e -> distance(e, display, hostName)))
        .limit(MAX_TRIED)
        .map(Entry::secret)
        .toList();
  }

  private static int distance(Entry entry, XDisplayName display, String hostName) {
    if (display.host().isEmpty() && entry.family == LOCAL && entry.address.equals(hostName)) {
      return 0;
    }
    return entry.family == WILD ? 1 : 2;
  }
}
