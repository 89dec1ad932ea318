package io.lull.cli.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;

/** Options of every command. */
@Command(versionProvider = StandardOptions.Version.class, sortOptions = false)
final class StandardOptions {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Print the version.")
  boolean version;

  /** The version of this build. */
  static String number() {
    final String version = StandardOptions.class.getPackage().getImplementationVersion();
    return version == null ? "(not packaged)" : version;
  }

  /** The version of this build and of the Java that runs it. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"lull " + number() + ", Java " + Runtime.version()};
    }
  }
}
