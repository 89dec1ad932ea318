package io.lull.platform.linux.kernel;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A folder of device files that come and go, watched for being read. A file that was deleted and
 * made again under its name is another file.
 */
final class WatchedFolder {
  private static final int COMING_AND_GOING =
      Inotify.CREATE | Inotify.DELETE | Inotify.ATTRIBUTES | Inotify.MOVED_FROM | Inotify.MOVED_TO;
  private static final int NOT_WATCHED = -1;

  /** More than any machine has. */
  private static final int MOST = 4096;

  /** Decides about the files. */
  interface Choice {
    /** Whether to watch it for being read: called once for each new file. */
    boolean watch(String name) throws IOException;

    void gone(String name);
  }

  private final Inotify inotify;
  private final Path folder;
  private final Choice choice;
  private final Map<String, Integer> watches = new TreeMap<>();
  private final Map<Integer, String> names = new HashMap<>();
  private int folderWatch = NOT_WATCHED;
  private int parentWatch = NOT_WATCHED;
  private String problem = "";

  WatchedFolder(Inotify inotify, Path folder, Choice choice) {
    this.inotify = inotify;
    this.folder = folder;
    this.choice = choice;
  }

  /** The watched files. */
  List<Path> files() {
    return names.values().stream().map(folder::resolve).toList();
  }

  /** Why a file that should be watched is not; empty: all are. */
  String problem() {
    return problem;
  }

  /** Scans the folder. */
  void look() {
    problem = "";
    try {
      folderWatch = inotify.watch(folder, COMING_AND_GOING);
    } catch (NoSuchFileException e) {
      folderWatch = NOT_WATCHED;
      awaitFolder();
      return;
    } catch (IOException e) {
      problem = line(e, folder);
      return;
    }
    final Set<String> there = list();
    for (final String name : Set.copyOf(watches.keySet())) {
      if (!there.contains(name)) {
        drop(name);
      }
    }
    there.stream().filter(name -> !watches.containsKey(name)).forEach(this::add);
  }

  private void awaitFolder() {
    Set.copyOf(watches.keySet()).forEach(this::drop);
    final Path parent = folder.getParent();
    if (parent != null) {
      try {
        parentWatch = inotify.watch(parent, Inotify.CREATE | Inotify.MOVED_TO);
      } catch (IOException e) {
        problem = line(e, parent);
      }
    }
  }

  private Set<String> list() {
    final Set<String> there = new HashSet<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (final Path entry : entries) {
        if (there.size() >= MOST) {
          problem = "there are more than " + MOST + " files in " + folder;
          return there;
        }
        there.add(entry.getFileName().toString());
      }
    } catch (IOException | DirectoryIteratorException e) {
      problem = folder + " cannot be listed: " + e.getMessage();
    }
    return there;
  }

  private void add(String name) {
    try {
      if (!choice.watch(name)) {
        watches.put(name, NOT_WATCHED);
        return;
      }
      final int watch = inotify.watch(folder.resolve(name), Inotify.ACCESS);
      watches.put(name, watch);
      names.put(watch, name);
    } catch (NoSuchFileException e) {
      choice.gone(name); // It disappeared again.
    } catch (IOException e) {
      // Not stored, so that the next scan tries again.
      choice.gone(name);
      problem = line(e, folder.resolve(name));
    }
  }

  private static String line(IOException e, Path file) {
    return e instanceof AccessDeniedException
        ? "this user may not watch " + file
        : String.valueOf(e.getMessage());
  }

  /** Forgets a file; the next scan finds it again if it exists. */
  void drop(String name) {
    final Integer watch = watches.remove(name);
    if (watch != null) {
      if (watch != NOT_WATCHED) {
        names.remove(watch);
        inotify.forget(watch);
      }
      choice.gone(name);
    }
  }

  /** Stops watching an existing file. */
  void ignore(String name) {
    drop(name);
    watches.put(name, NOT_WATCHED);
  }

  /** Handles the event if it is of this folder: the name of the file that was read. */
  Optional<String> hear(Inotify.Event event) {
    final String read = names.get(event.watch());
    if (read != null && event.is(Inotify.IGNORED)) {
      names.remove(event.watch());
      watches.remove(read);
      choice.gone(read);
      look();
    } else if (read != null && event.is(Inotify.ACCESS)) {
      return Optional.of(read);
    } else if (event.watch() == folderWatch && event.is(Inotify.IGNORED)) {
      look();
    } else if (event.watch() == folderWatch && event.is(COMING_AND_GOING)) {
      drop(event.name());
      look();
    } else if (folderWatch == NOT_WATCHED && event.watch() == parentWatch) {
      if (Files.isDirectory(folder)) {
        look();
      }
    }
    return Optional.empty();
  }
}
