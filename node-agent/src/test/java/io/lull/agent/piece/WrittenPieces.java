package io.lull.agent.piece;

import io.lull.platform.guest.GuestFolder;
import io.lull.platform.guest.PathFolder;
import java.io.IOException;
import java.nio.file.Path;

/** Pieces that a worker wrote. */
public final class WrittenPieces {
  private WrittenPieces() {}

  /** Takes a file out of a worker's reach and keeps it. */
  public static void keep(PieceStore store, PieceId id, Path folder, String name)
      throws IOException {
    try (GuestFolder here = PathFolder.open(folder, "");
        TakenPiece taken = store.take(id, here, name)) {
      taken.keep();
    }
  }
}
