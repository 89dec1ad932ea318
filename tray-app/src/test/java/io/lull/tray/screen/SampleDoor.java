package io.lull.tray.screen;

import io.lull.protocol.transport.EnrolmentToken;
import io.lull.protocol.transport.HostPort;
import io.lull.tray.welcome.Enroller;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A way onto a grid that opens when a test says so. */
public final class SampleDoor implements Enroller {
  public final List<List<HostPort>> asked = new ArrayList<>();
  public final CompletableFuture<String> answer = new CompletableFuture<>();
  public boolean over;

  @Override
  public String found() {
    return "grid.example.org:7400";
  }

  @Override
  public CompletableFuture<String> join(List<HostPort> coordinators, EnrolmentToken token) {
    asked.add(coordinators);
    return answer;
  }

  @Override
  public boolean first() {
    return !over;
  }

  @Override
  public void over() {
    over = true;
  }
}
