package io.lull.agent.worker;

import io.lull.platform.guest.GuestFolder;
import io.lull.platform.guest.GuestFolders;
import io.lull.platform.guest.GuestNeeds;
import io.lull.platform.guest.GuestNetwork;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A worker's folder. The worker can write to some subfolders and replace none; what it may have
 * written is opened as a {@link GuestFolder}.
 *
 * @param folders of this kind
 */
public record WorkerFolder(Path root, GuestFolders folders) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}");
  private static final String OUTPUTS = "outputs";
  private static final String PIECES = "pieces";
  private static final String IMAGE = "image";
  private static final Pattern FILE_NAME = Pattern.compile("[^/\\\\\\p{Cntrl}]{1,255}");

  /**
   * @throws IllegalArgumentException if the id could lead out of the parent folder
   */
  static WorkerFolder of(Path parent, String worker, GuestFolders folders) {
    return new WorkerFolder(parent.resolve(checkedId(worker)), folders);
  }

  /**
   * @throws IllegalArgumentException if it is not an id of a job or a worker
   */
  public static String checkedId(String id) {
    if (!NAME.matcher(id).matches()) {
      throw new IllegalArgumentException("'" + id + "' is not an id");
    }
    return id;
  }

  public Path inputs() {
    return root.resolve("inputs");
  }

  /** Pieces that the worker reads, and does not write. */
  public Path staged() {
    return root.resolve("staged");
  }

  private Path outputs() {
    return root.resolve(OUTPUTS);
  }

  private Path pieces() {
    return root.resolve(PIECES);
  }

  Path temporary() {
    return root.resolve("tmp");
  }

  /**
   * @param readable beside the worker's folder
   */
  GuestNeeds needs(List<Path> readable, GuestNetwork network) {
    return new GuestNeeds(readable, writable(), temporary(), network, image());
  }

  /** All that the worker writes to. */
  List<Path> writable() {
    return Stream.concat(Stream.of(outputs(), pieces(), temporary()), image().stream()).toList();
  }

  /** Where the worker unpacks a container image; empty: its job has none. */
  private Optional<Path> image() {
    return Optional.of(root.resolve(IMAGE))
        .filter(folder -> Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS));
  }

  /** What its sandbox is made from. */
  Path material() {
    return root.resolve("sandbox");
  }

  /** As the job's user sent it. */
  Path imageArchive() {
    return root.resolve("image.tar");
  }

  /**
   * Lets the worker read a piece that was brought for it.
   *
   * @param piece in {@link #staged}
   */
  public void letRead(Path piece) throws IOException {
    folders.letRead(piece);
  }

  /** Lets the worker use the folder: call this once all that it reads is there. */
  void letUse() throws IOException {
    folders.letRead(root);
    for (final Path folder : writable()) {
      folders.letWrite(folder);
    }
  }

  /** Why the worker has too much on disk; empty: it has not. */
  Optional<String> excess(long maxBytes) {
    return folders.excess(writable(), maxBytes);
  }

  void createImage() throws IOException {
    Files.createDirectories(root.resolve(IMAGE));
  }

  /**
   * @throws IOException if there is none
   */
  public GuestFolder openOutputs() throws IOException {
    return folders.open(root, OUTPUTS);
  }

  /**
   * @throws IOException if there is none
   */
  public GuestFolder openPieces() throws IOException {
    return folders.open(root, PIECES);
  }

  /** Written by the agent alone. */
  public Path log() {
    return root.resolve("log.txt");
  }

  /** Of a bag's tasks, one per line. */
  Path lines() {
    return root.resolve("lines.txt");
  }

  Path program() {
    return root.resolve("program.jar");
  }

  /**
   * @throws IOException if the name is not that of a plain file
   */
  Path input(String name) throws IOException {
    if (!FILE_NAME.matcher(name).matches() || name.equals(".") || name.equals("..")) {
      throw new IOException("'" + name + "' is not a file's name");
    }
    return inputs().resolve(name);
  }

  void create() throws IOException {
    Files.createDirectories(inputs());
    Files.createDirectories(staged());
    Files.createDirectories(material());
    for (final Path folder : writable()) {
      Files.createDirectories(folder);
    }
  }
}
