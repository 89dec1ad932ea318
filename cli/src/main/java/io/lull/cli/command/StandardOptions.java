package io.lull.cli.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;

/** Every command knows these. */
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

  /** Of this build. */
  static String number() {
    final String version = StandardOptions.class.getPackage().getImplementationVersion();
    return version == null ? "(not packaged)" : version;
  }

  /** Of this build and of the Java that runs it. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"lull " + number() + ", Java " + Runtime.version()};
    }
  }
}
