package io.lull.cli.client;

/** Is told how far a file has come. */
@FunctionalInterface
public interface TransferProgress {
  TransferProgress NONE = (name, done, total) -> {};

  void at(String name, long bytesDone, long bytesTotal);
}
