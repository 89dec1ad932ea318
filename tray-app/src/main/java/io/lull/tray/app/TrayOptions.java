package io.lull.tray.app;

import io.lull.client.login.Home;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What the tray application was started with.
 *
 * @param home of the person
 * @param agent the data folder of the agent of this computer
 * @param page to be opened, as the command line names it; empty: the first
 * @param background without a window, as with a session: the icon leads to it
 * @param launcher by which a session can start it; empty: it was started in another way
 */
public record TrayOptions(
    Home home, Path agent, Optional<String> page, boolean background, Optional<Path> launcher) {}
