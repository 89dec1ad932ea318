package io.lull.tray.app;

import io.lull.client.ClientFailure;
import io.lull.client.login.Home;
import io.lull.client.login.TokenLogin;
import io.lull.protocol.transport.EnrolmentToken;
import io.lull.protocol.transport.HostPort;
import io.lull.tray.agent.Agent;
import io.lull.tray.agent.AgentState;
import io.lull.tray.grid.GridLink;
import io.lull.tray.welcome.Enroller;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Joins with the person's own login; a file beside it stores that the first start is done. */
final class LoginEnroller implements Enroller {
  private static final Logger LOG = LoggerFactory.getLogger(LoginEnroller.class);
  private static final String OVER = "tray-welcomed";

  private final Home home;
  private final GridLink grid;
  private final String person;
  private volatile String ofAgent = "";

  /**
   * @param person the name on the grid
   */
  LoginEnroller(Home home, Agent agent, GridLink grid, String person) {
    this.home = home;
    this.grid = grid;
    this.person = person;
    agent.watch(state ->
        state
            .present()
            .map(AgentState.Present::status)
            .ifPresent(status -> ofAgent = status.getCoordinator()));
  }

  @Override
  public boolean first() {
    return !grid.loggedIn() && !Files.exists(home.configuration().resolve(OVER));
  }

  @Override
  public String found() {
    try {
      return home.coordinators().stream().map(HostPort::toString).collect(Collectors.joining(","));
    } catch (ClientFailure e) {
      return ofAgent;
    }
  }

  @Override
  public CompletableFuture<String> join(List<HostPort> coordinators, EnrolmentToken token) {
    final CompletableFuture<String> name = new CompletableFuture<>();
    Thread.ofVirtual()
        .name("join")
        .start(() -> {
          try {
            name.complete(TokenLogin.by(token, coordinators, person, home).name());
            grid.renew();
          } catch (RuntimeException e) {
            name.completeExceptionally(e);
          }
        });
    return name;
  }

  @Override
  public void over() {
    final Path file = home.configuration().resolve(OVER);
    try {
      Files.createDirectories(home.configuration());
      Files.writeString(file, "");
    } catch (IOException e) {
      LOG.warn("the first start will be shown again: {} cannot be written", file);
    }
  }
}
