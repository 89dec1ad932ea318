package io.lull.tray.app;

import io.lull.client.login.Home;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The options of the tray application.
 *
 * @param home of the person
 * @param agent the data folder of this computer's agent
 * @param page to open, by its name on the command line; empty: the first
 * @param background without a window, at a session's start
 * @param launcher by which a session can start it; empty: started in another way
 */
public record TrayOptions(
    Home home, Path agent, Optional<String> page, boolean background, Optional<Path> launcher) {}
