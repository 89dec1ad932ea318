package io.lull.client.grid;

/** Receives the progress of a file. */
@FunctionalInterface
public interface TransferProgress {
  TransferProgress NONE = (name, done, total) -> {};

  void at(String name, long bytesDone, long bytesTotal);
}
