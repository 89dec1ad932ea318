package io.lull.platform.guest;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;

/**
 * A folder that a guest can change at any moment, held open: whatever the guest does to the names
 * that lead to it, all is done in this folder, links are never followed, and what was opened is
 * checked, not what was there before. Any thread.
 */
public interface GuestFolder extends AutoCloseable {

  /**
   * The names in it, in order.
   *
   * @throws IOException if there are more than so many
   */
  List<String> names(int most) throws IOException;

  /** Whether that is a plain file which has no other name. */
  boolean isPlainFile(String name) throws IOException;

  /**
   * Opens a file to read it.
   *
   * @throws IOException if it is not a plain file which has no other name
   */
  FileChannel open(String name) throws IOException;

  /**
   * Moves a file out of the guest's reach.
   *
   * @param to a name that does not exist, in a folder that the guest cannot reach
   * @throws IOException if it is not a plain file which has no other name; then it stays, or is
   *     deleted
   */
  void take(String name, Path to) throws IOException;

  /**
   * Lets the file's group read it, which only its user may decide.
   *
   * @throws IOException if it is not a plain file which has no other name
   */
  void shareWithGroup(String name) throws IOException;

  /** Deletes a file or a link, not what the link leads to; also one that does not exist. */
  void delete(String name) throws IOException;

  @Override
  void close();
}
