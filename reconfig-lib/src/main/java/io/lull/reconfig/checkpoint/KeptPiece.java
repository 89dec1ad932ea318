package io.lull.reconfig.checkpoint;

import io.lull.protocol.wire.PieceHeader;
import java.nio.file.Path;

/**
 * A piece that lies somewhere on a disk.
 *
 * @param bytes the file's length
 * @param header verified; the cells are not
 */
public record KeptPiece(Path file, long bytes, PieceHeader header) {}
