package io.lull.agent.guest;

import io.lull.platform.guest.GuestFolder;
import io.lull.protocol.wire.GuestCall;
import io.lull.protocol.wire.OpenGuestFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.List;

/** A folder with files of another user's, who lets the agent read what is not for everybody. */
final class ServedFolder implements GuestFolder {
  private final GuestFolder folder;
  private final ServiceCalls calls;
  private final OpenGuestFile place;

  /**
   * @param folder the same, as the agent's user opens it
   */
  ServedFolder(GuestFolder folder, ServiceCalls calls, Path parent, String name) {
    this.folder = folder;
    this.calls = calls;
    this.place = OpenGuestFile.newBuilder().setFolder(parent.toString()).setSubfolder(name).build();
  }

  @Override
  public List<String> names(int most) throws IOException {
    return folder.names(most);
  }

  @Override
  public boolean isPlainFile(String name) throws IOException {
    return folder.isPlainFile(name);
  }

  @Override
  public FileChannel open(String name) throws IOException {
    try {
      return folder.open(name);
    } catch (AccessDeniedException e) {
      shareWithGroup(name);
      return folder.open(name);
    }
  }

  @Override
  public void take(String name, Path to) throws IOException {
    // Once it is elsewhere, the service does not find it any more.
    shareWithGroup(name);
    folder.take(name, to);
  }

  @Override
  public void shareWithGroup(String name) throws IOException {
    calls.call(GuestCall.newBuilder().setOpenFile(place.toBuilder().setName(name)));
  }

  @Override
  public void delete(String name) throws IOException {
    folder.delete(name);
  }

  @Override
  public void close() {
    folder.close();
  }
}
