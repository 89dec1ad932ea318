package io.lull.cli.command;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lull.cli.exit.CommandFailure;
import io.lull.cli.exit.ExitCode;
import io.lull.cli.json.JsonViews;
import io.lull.cli.text.HumanFormat;
import io.lull.client.grid.GridClient;
import io.lull.client.grid.PageLink;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "web",
    description = {
      "Open the coordinator's page in the browser: machines, availability and jobs.",
      "It creates a link that works once, within two minutes; with --for, ten."
    },
    sortOptions = false)
final class WebCommand implements Callable<Integer> {
  private static final int PAIR = 2;

  private final CommandEnvironment environment;

  @Option(names = "--print", description = "Print the link instead of opening it.")
  private boolean printed;

  @Option(
      names = "--for",
      paramLabel = "NAME",
      description =
          "For somebody without a login: print a link that signs them in as a user for 12"
              + " hours. For administrators; lull revoke NAME ends it.")
  private @Nullable String person;

  @Option(
      names = "--authority",
      paramLabel = "FILE",
      description =
          "Write the certificate of the page's own authority to FILE instead, for browsers to"
              + " trust; it is limited to the page's names. The file must not exist.")
  private @Nullable String authority;

  @Mixin private final JsonOption json = new JsonOption();

  WebCommand(CommandEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    if (authority != null) {
      return writeAuthority(Arguments.path(environment, "--authority", authority));
    }
    final Optional<String> other = Optional.ofNullable(person).map(Arguments::member);
    final PageLink link;
    try (GridClient grid = environment.grid().get()) {
      link = grid.pageLink(other);
    }
    if (json.wanted) {
      environment.print(document(link));
      return 0;
    }
    if (printed || other.isPresent()) {
      environment.out().println(link.address());
    } else {
      open(link);
    }
    remark(link);
    return 0;
  }

  private int writeAuthority(Path file) {
    if (printed || person != null) {
      throw CommandFailure.badInput(
          "--authority and " + (printed ? "--print" : "--for") + " exclude each other: use one");
    }
    final String certificate;
    try (GridClient grid = environment.grid().get()) {
      certificate = grid.pageAuthority();
    }
    try {
      Files.writeString(file, certificate, StandardOpenOption.CREATE_NEW);
    } catch (FileAlreadyExistsException e) {
      throw CommandFailure.badInput(
          "--authority: " + file + " already exists: choose another file, or move it");
    } catch (IOException e) {
      throw CommandFailure.badInput(
          "--authority: " + file + " cannot be written (" + e + "): choose another file");
    }
    if (json.wanted) {
      environment.print(JsonNodeFactory.instance.objectNode().put("path", file.toString()));
    } else {
      environment.out().println(file);
    }
    return ExitCode.DONE.number();
  }

  private static ObjectNode document(PageLink link) {
    final ObjectNode o = JsonNodeFactory.instance.objectNode();
    o.put("url", link.address());
    o.put("person", link.person());
    o.set("expiresAt", JsonViews.time(link.expiresMillis()));
    if (link.fingerprint().isEmpty()) {
      o.putNull("certificateSha256");
    } else {
      o.put("certificateSha256", link.fingerprint());
    }
    return o;
  }

  private void open(PageLink link) {
    try {
      Browser.open(link.address(), environment.home().configuration());
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.FAILED,
          "no browser could be opened (" + e.getMessage() + "): lull web --print prints the link",
          e);
    }
    environment.out().println("Opening " + link.page());
  }

  private void remark(PageLink link) {
    environment
        .err()
        .println(
            "The link works once, until "
                + HumanFormat.moment(link.expiresMillis(), environment.zone())
                + ", and signs in "
                + link.person()
                + ".");
    if (!link.fingerprint().isEmpty()) {
      environment
          .err()
          .println(
              "If the browser does not trust the page's certificate, continue only if it has the"
                  + " SHA-256 fingerprint "
                  + inPairs(link.fingerprint())
                  + ", or have it trust the page's authority (lull web --authority FILE).");
    }
  }

  /** As browsers write it. */
  private static String inPairs(String hex) {
    final StringBuilder pairs = new StringBuilder();
    for (int i = 0; i < hex.length(); i += PAIR) {
      pairs
          .append(i == 0 ? "" : ":")
          .append(hex.substring(i, Math.min(i + PAIR, hex.length())).toUpperCase(Locale.ROOT));
    }
    return pairs.toString();
  }
}
