package io.lull.client.grid;

/** Is told how far a file has come. */
@FunctionalInterface
public interface TransferProgress {
  TransferProgress NONE = (name, done, total) -> {};

  void at(String name, long bytesDone, long bytesTotal);
}
