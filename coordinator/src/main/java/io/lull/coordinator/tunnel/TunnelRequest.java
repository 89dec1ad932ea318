package io.lull.coordinator.tunnel;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * The first message of a tunnel connection: the wanted member and the purpose. Eight bytes,
 * answered by one.
 */
record TunnelRequest(Wish wish, long whom) {
  private static final int WELCOME = 'K';
  private static final int SIGN_AT = Long.SIZE - Byte.SIZE;
  private static final long WHOM = (1L << SIGN_AT) - 1;

  /** What a connection is for. */
  enum Wish {
    /** Who are you? The certificate has said so. */
    ASK('A'),
    /** To your memory. */
    LINK('L');

    private final int sign;

    Wish(int sign) {
      this.sign = sign;
    }

    private static Wish of(int sign) throws IOException {
      for (final Wish wish : values()) {
        if (wish.sign == sign) {
          return wish;
        }
      }
      throw new IOException("a member of another version requests " + sign);
    }
  }

  void say(OutputStream out) throws IOException {
    final DataOutputStream data = new DataOutputStream(out);
    data.writeLong(((long) wish.sign << SIGN_AT) | whom);
    data.flush();
  }

  static TunnelRequest hear(InputStream in) throws IOException {
    final long word = new DataInputStream(in).readLong();
    return new TunnelRequest(Wish.of((int) (word >>> SIGN_AT)), word & WHOM);
  }

  static void welcome(OutputStream out) throws IOException {
    out.write(WELCOME);
    out.flush();
  }

  static void awaitWelcome(InputStream in) throws IOException {
    if (in.read() != WELCOME) {
      throw new IOException("it refused this member");
    }
  }
}
