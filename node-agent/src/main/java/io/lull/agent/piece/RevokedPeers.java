package io.lull.agent.piece;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.lull.agent.file.DurableFile;
import io.lull.protocol.wire.RevokedKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys of nodes with which this one exchanges nothing any more. They are stored, so that a
 * restarted agent knows them before a coordinator answers. Any thread.
 */
public final class RevokedPeers {
  private static final Logger LOG = LoggerFactory.getLogger(RevokedPeers.class);
  private static final String FILE = "revoked-nodes";

  /** As many as the message allows. */
  private static final int MAX_KEYS = 4096;

  private final Path file;
  private volatile Set<ByteString> keys;
  private volatile Runnable changed = () -> {};

  private RevokedPeers(Path file, RevokedKeys known) {
    this.file = file;
    this.keys = bounded(known);
  }

  /**
   * @param folder of the agent
   */
  public static RevokedPeers open(Path folder) throws IOException {
    final Path file = folder.resolve(FILE);
    if (!Files.exists(file)) {
      return new RevokedPeers(file, RevokedKeys.getDefaultInstance());
    }
    try {
      return new RevokedPeers(file, RevokedKeys.parseFrom(Files.readAllBytes(file)));
    } catch (InvalidProtocolBufferException e) {
      LOG.warn("{} is damaged: revoked nodes are unknown until a coordinator names them", file);
      return new RevokedPeers(file, RevokedKeys.getDefaultInstance());
    }
  }

  /** What is to happen after each change; connections may have to be closed. */
  void whenChanged(Runnable action) {
    changed = action;
  }

  boolean contains(ByteString keySha256) {
    return keys.contains(keySha256);
  }

  /** These are revoked, and no others. */
  public synchronized void replace(RevokedKeys revoked) throws IOException {
    final Set<ByteString> now = bounded(revoked);
    if (now.equals(keys)) {
      return;
    }
    keys = now;
    changed.run();
    DurableFile.replace(file, RevokedKeys.newBuilder().addAllKeySha256(now).build().toByteArray());
  }

  private static Set<ByteString> bounded(RevokedKeys revoked) {
    return Set.copyOf(revoked.getKeySha256List().stream().distinct().limit(MAX_KEYS).toList());
  }
}
