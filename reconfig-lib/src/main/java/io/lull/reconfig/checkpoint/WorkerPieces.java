package io.lull.reconfig.checkpoint;

import com.google.protobuf.ByteString;
import io.lull.protocol.architecture.Exempt;
import io.lull.protocol.wire.Welcome;
import io.lull.reconfig.state.ReadablePieces;
import java.nio.file.Path;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;

/**
 * Where a worker has its pieces, and what protects them.
 *
 * @param written that it writes, for the agent to take over
 * @param staged that the agent puts there, for the worker to read
 * @param key the job's; null: its pieces are not encrypted
 */
@Exempt(
    from = Exempt.Rule.TIME_AND_CHANCE,
    because = "a salt that was given to two workers would give two contents the same nonce")
public record WorkerPieces(Path written, Path staged, @Nullable PieceKey key) {
  /**
   * @throws IllegalArgumentException when the key that the worker was told is none
   */
  public static WorkerPieces of(Welcome welcome) {
    final Path folder = Path.of(welcome.getWorkDirectory());
    final ByteString key = welcome.getDataPlane().getPieceKey();
    return new WorkerPieces(
        folder.resolve("pieces"),
        folder.resolve("staged"),
        key.isEmpty() ? null : PieceKey.of(key.toByteArray()));
  }

  /** For all pieces that one worker writes: another encoder has another salt. */
  public BlockEncoder encoder() {
    return key == null ? new PlainBlocks() : new EncryptedBlocks(key, new SecureRandom());
  }

  /** The staged pieces of a generation. */
  public ReadablePieces generation(long number) {
    return new PieceFolder(staged, number, key);
  }
}
