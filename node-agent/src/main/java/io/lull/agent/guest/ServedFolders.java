package io.lull.agent.guest;

import io.lull.platform.guest.GuestFolder;
import io.lull.platform.guest.GuestFolders;
import io.lull.protocol.wire.ClearGuestFolder;
import io.lull.protocol.wire.GuestCall;
import io.lull.protocol.wire.MeasureGuestFolders;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Folders of guests who are another user of the agent's group: through that group each reaches what
 * the other has made. What a guest keeps from the group, the service reads, measures and deletes.
 */
final class ServedFolders implements GuestFolders {
  private static final Set<PosixFilePermission> WRITTEN_BY_GUESTS =
      PosixFilePermissions.fromString("rwxrwx---");
  private static final Set<PosixFilePermission> ENTERED_BY_GUESTS =
      PosixFilePermissions.fromString("rwxr-x---");
  private static final Set<PosixFilePermission> READ_BY_GUESTS =
      PosixFilePermissions.fromString("rw-r-----");

  /** To connect to a socket is to write to it. */
  private static final Set<PosixFilePermission> ASKED_BY_GUESTS =
      PosixFilePermissions.fromString("rw-rw----");

  /** A guest may have made a million files. */
  private static final Duration MEASURED_WITHIN = Duration.ofMinutes(2);

  private static final Duration DELETED_WITHIN = Duration.ofMinutes(10);
  private static final String GROUP = "unix:gid";
  private static final String USER = "unix:uid";

  private final ServiceCalls calls;
  private final GuestFolders here;
  private final Path place;

  /**
   * @param here how this process opens folders
   * @param place where the service expects them; the agent's own
   */
  ServedFolders(ServiceCalls calls, GuestFolders here, Path place) {
    this.calls = calls;
    this.here = here;
    this.place = place;
  }

  @Override
  public GuestFolder open(Path parent, String name) throws IOException {
    return new ServedFolder(here.open(parent, name), calls, parent, name);
  }

  @Override
  public Optional<Path> place() {
    return Optional.of(place);
  }

  @Override
  public void letRead(Path path) throws IOException {
    Files.walkFileTree(
        path,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
              throws IOException {
            allow(folder, ENTERED_BY_GUESTS);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (attributes.isRegularFile()) {
              allow(file, Files.isExecutable(file) ? ENTERED_BY_GUESTS : READ_BY_GUESTS);
            } else if (attributes.isOther()) {
              allow(file, ASKED_BY_GUESTS);
            }
            return FileVisitResult.CONTINUE;
          }
        });
  }

  @Override
  public void letWrite(Path folder) throws IOException {
    allow(folder, WRITTEN_BY_GUESTS);
  }

  private void allow(Path path, Set<PosixFilePermission> permissions) throws IOException {
    final @Nullable Object group = Files.getAttribute(path, GROUP, LinkOption.NOFOLLOW_LINKS);
    final @Nullable Object wanted = Files.getAttribute(place, GROUP);
    if (group == null || !group.equals(wanted)) {
      throw new IOException(
          "guests cannot use the files of this agent: its group is "
              + group
              + ", and that of "
              + place
              + " is "
              + wanted);
    }
    // A piece that a guest has written is its own, and only its user could change this.
    if (Objects.equals(user(path), user(place))) {
      Files.setPosixFilePermissions(path, permissions);
    }
  }

  private static @Nullable Object user(Path path) throws IOException {
    return Files.getAttribute(path, USER, LinkOption.NOFOLLOW_LINKS);
  }

  @Override
  public Optional<String> excess(List<Path> writable, long maxBytes) {
    final MeasureGuestFolders.Builder measure =
        MeasureGuestFolders.newBuilder().setMaxBytes(maxBytes);
    writable.forEach(folder -> measure.addFolders(folder.toString()));
    try {
      final String excess =
          calls
              .call(GuestCall.newBuilder().setMeasure(measure), MEASURED_WITHIN)
              .getMeasured()
              .getExcess();
      return excess.isEmpty() ? Optional.empty() : Optional.of(excess);
    } catch (IOException e) {
      return Optional.of("its files cannot be measured: " + e.getMessage());
    }
  }

  @Override
  public void clear(Path folder) throws IOException {
    calls.call(
        GuestCall.newBuilder().setClear(ClearGuestFolder.newBuilder().setFolder(folder.toString())),
        DELETED_WITHIN);
  }
}
