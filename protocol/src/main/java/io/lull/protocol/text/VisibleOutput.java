package io.lull.protocol.text;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Passes text on as {@link VisibleText#lines}. What is no UTF-8 becomes the replacement character.
 * Single-threaded; the end of an incomplete character comes with {@link #close}, which does not
 * close the other stream.
 */
public final class VisibleOutput extends OutputStream {
  private static final int BUFFER = 8 << 10;

  private final OutputStream out;
  private final CharsetDecoder decoder =
      StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPLACE)
          .onUnmappableCharacter(CodingErrorAction.REPLACE);
  private final ByteBuffer bytes = ByteBuffer.allocate(BUFFER);
  private final CharBuffer characters = CharBuffer.allocate(BUFFER);

  public VisibleOutput(OutputStream out) {
    this.out = out;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] from, int offset, int length) throws IOException {
    int done = 0;
    while (done < length) {
      final int count = Math.min(bytes.remaining(), length - done);
      bytes.put(from, offset + done, count);
      done += count;
      pass(false);
    }
  }

  private void pass(boolean end) throws IOException {
    bytes.flip();
    decoder.decode(bytes, characters, end);
    bytes.compact();
    if (end) {
      decoder.flush(characters);
    }
    characters.flip();
    // The first half of a pair waits for the second.
    final int length = characters.length();
    final boolean half =
        !end && length > 0 && Character.isHighSurrogate(characters.charAt(length - 1));
    final String text = characters.subSequence(0, half ? length - 1 : length).toString();
    characters.position(characters.position() + text.length());
    characters.compact();
    out.write(VisibleText.lines(text).getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }

  @Override
  public void close() throws IOException {
    pass(true);
    out.flush();
  }
}
