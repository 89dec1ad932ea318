package io.lull.agent.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.platform.guest.PathFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a guest left, its folder goes, and nothing else. */
@Timeout(120)
final class DiscardedFoldersTest {
  @TempDir Path folder;

  private WorkerFolder worker() throws Exception {
    final WorkerFolder worker = WorkerFolder.of(folder.resolve("work"), "J1-w1", PathFolder::open);
    worker.create();
    return worker;
  }

  private DiscardedFolders discarded() {
    return new DiscardedFolders(folder.resolve("work"), PathFolder::open);
  }

  private void discardAndAwait(WorkerFolder worker) throws InterruptedException {
    final DiscardedFolders discarded = discarded();
    discarded.discard(worker);
    assertThat(worker.root()).doesNotExist();
    discarded.await();
    assertThat(folder.resolve("work").resolve(DiscardedFolders.NAME)).isEmptyDirectory();
  }

  @Test
  void linksAreDeletedAndNotFollowed() throws Exception {
    final Path outside = Files.createDirectories(folder.resolve("outside"));
    Files.writeString(outside.resolve("kept"), "");
    final WorkerFolder worker = worker();
    Files.createSymbolicLink(worker.root().resolve("outputs/link"), outside);
    discardAndAwait(worker);
    assertThat(outside.resolve("kept")).exists();
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void foldersThatTheirGuestHasLockedAreDeleted() throws Exception {
    final WorkerFolder worker = worker();
    final Path locked = Files.createDirectories(worker.root().resolve("tmp/x/y"));
    Files.writeString(locked.resolve("file"), "");
    Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("---------"));
    Files.setPosixFilePermissions(
        locked.resolveSibling(""), PosixFilePermissions.fromString("---------"));
    discardAndAwait(worker);
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void foldersDeeperThanAPathCanSayAreDeleted() throws Exception {
    final WorkerFolder worker = worker();
    final Process maker =
        new ProcessBuilder(
                "/bin/sh",
                "-c",
                "n=0; while [ $n -lt 30 ]; do mkdir $0 && cd -P $0 || exit 1; n=$((n + 1)); done",
                "d".repeat(200))
            .directory(worker.root().resolve("tmp").toFile())
            .start();
    assertThat(maker.waitFor()).isZero();
    discardAndAwait(worker);
  }

  @Test
  void whatAnEarlierAgentLeftGoesToo() throws Exception {
    final WorkerFolder worker = worker();
    final DiscardedFolders discarded = discarded();
    Files.createDirectories(folder.resolve("work").resolve(DiscardedFolders.NAME).resolve("J0.1"));
    discarded.discardAll();
    assertThat(worker.root()).doesNotExist();
    discarded.await();
    assertThat(folder.resolve("work").resolve(DiscardedFolders.NAME)).isEmptyDirectory();
  }
}
