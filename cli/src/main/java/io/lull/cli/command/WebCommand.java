package io.lull.cli.command;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lull.cli.exit.CommandFailure;
import io.lull.cli.exit.ExitCode;
import io.lull.cli.json.Views;
import io.lull.cli.text.Words;
import io.lull.client.grid.GridClient;
import io.lull.client.grid.PageLink;
import java.io.IOException;
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
      "Open the coordinator's page in the browser: how the grid fares, and its jobs.",
      "It makes a link that is good once, for two minutes; with --for, for ten."
    },
    sortOptions = false)
final class WebCommand implements Callable<Integer> {
  private static final int PAIR = 2;

  private final Surroundings surroundings;

  @Option(names = "--print", description = "Print the link instead of opening it.")
  private boolean printed;

  @Option(
      names = "--for",
      paramLabel = "NAME",
      description =
          "For somebody else, who needs no login: print a link that lets them in as a user, for 12"
              + " hours. For administrators; lull revoke NAME ends it.")
  private @Nullable String person;

  @Mixin private final JsonOption json = new JsonOption();

  WebCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    final Optional<String> other = Optional.ofNullable(person).map(Arguments::member);
    final PageLink link;
    try (GridClient grid = surroundings.grid().get()) {
      link = grid.pageLink(other);
    }
    if (json.wanted) {
      surroundings.print(document(link));
      return 0;
    }
    if (printed || other.isPresent()) {
      surroundings.out().println(link.address());
    } else {
      open(link);
    }
    remark(link);
    return 0;
  }

  private static ObjectNode document(PageLink link) {
    final ObjectNode o = JsonNodeFactory.instance.objectNode();
    o.put("url", link.address());
    o.put("person", link.person());
    o.set("expiresAt", Views.time(link.expiresMillis()));
    if (link.fingerprint().isEmpty()) {
      o.putNull("certificateSha256");
    } else {
      o.put("certificateSha256", link.fingerprint());
    }
    return o;
  }

  private void open(PageLink link) {
    try {
      Browser.open(link.address(), surroundings.home().configuration());
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.FAILED,
          "no browser could be opened (" + e.getMessage() + "): lull web --print prints the link",
          e);
    }
    surroundings.out().println("The browser opens " + link.page());
  }

  private void remark(PageLink link) {
    surroundings
        .err()
        .println(
            "The link is good once, until "
                + Words.moment(link.expiresMillis(), surroundings.zone())
                + ", and lets in "
                + link.person()
                + ".");
    if (!link.fingerprint().isEmpty()) {
      surroundings
          .err()
          .println(
              "Where the browser does not know the page's certificate, go on only if that has the"
                  + " SHA-256 fingerprint "
                  + inPairs(link.fingerprint())
                  + ".");
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
