package io.lull.cli.command;

import picocli.CommandLine.Option;

/** For every command that lists or shows. */
final class JsonOption {
  @Option(
      names = "--json",
      description = "Print one JSON document on standard output instead of text.")
  boolean wanted;
}
