package io.lull.cli.command;

import io.lull.cli.exit.CommandFailure;
import io.lull.client.owner.OwnerClient;
import io.lull.protocol.text.Durations;
import io.lull.protocol.wire.OwnerGet;
import io.lull.protocol.wire.OwnerPause;
import io.lull.protocol.wire.OwnerReply;
import io.lull.protocol.wire.OwnerRequest;
import io.lull.protocol.wire.OwnerResume;
import io.lull.protocol.wire.OwnerSet;
import io.lull.protocol.wire.OwnerSetting;
import io.lull.protocol.wire.OwnerStatusRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands for the owner of this computer, which its agent executes. */
@Command(name = "owner", description = "Control this computer's agent: status, pause and settings.")
final class OwnerCommand {

  /** One question to the agent; the subclasses know what to ask and how to show the answer. */
  abstract static class Ask implements Callable<Integer> {
    final CommandEnvironment environment;

    @Option(
        names = "--data",
        paramLabel = "DIR",
        description =
            "The agent's data folder; default: LULL_AGENT_DATA, else the platform's usual place.")
    private @Nullable String data;

    @Mixin final JsonOption json = new JsonOption();

    Ask(CommandEnvironment environment) {
      this.environment = environment;
    }

    abstract OwnerRequest request();

    abstract void show(OwnerReply reply);

    @Override
    public Integer call() {
      final OwnerRequest request = request();
      final Path folder =
          data == null
              ? environment.home().agentAsked()
              : Arguments.path(environment, "--data", data);
      show(new OwnerClient(folder, OwnerClient.USUAL_LIMIT, environment.clock()).ask(request));
      return 0;
    }
  }

  /** A question whose answer is the status. */
  abstract static class AskStatus extends Ask {
    AskStatus(CommandEnvironment environment) {
      super(environment);
    }

    @Override
    void show(OwnerReply reply) {
      if (json.wanted) {
        environment.print(OwnerJson.status(reply.getStatus()));
      } else {
        environment.out().print(OwnerText.page(environment, reply.getStatus()));
      }
    }
  }

  /** A question whose answer is settings. */
  abstract static class AskSettings extends Ask {
    AskSettings(CommandEnvironment environment) {
      super(environment);
    }

    @Override
    void show(OwnerReply reply) {
      final List<OwnerSetting> settings = reply.getSettingsList();
      if (json.wanted) {
        environment.print(OwnerJson.settings(settings));
      } else {
        environment.out().print(OwnerText.table(settings).render(environment.screen()));
      }
    }
  }

  @Command(name = "status", description = "Show what the agent sees and does.")
  static final class Status extends AskStatus {
    Status(CommandEnvironment environment) {
      super(environment);
    }

    @Override
    OwnerRequest request() {
      return OwnerRequest.newBuilder().setStatus(OwnerStatusRequest.getDefaultInstance()).build();
    }
  }

  @Command(name = "pause", description = "Accept no jobs until lull owner resume.")
  static final class Pause extends AskStatus {
    @Option(
        names = "--after-job",
        description = "Let the running job end first; no other job starts.")
    private boolean afterJob;

    Pause(CommandEnvironment environment) {
      super(environment);
    }

    @Override
    OwnerRequest request() {
      return OwnerRequest.newBuilder()
          .setPause(OwnerPause.newBuilder().setAfterGuests(afterJob))
          .build();
    }
  }

  @Command(name = "resume", description = "Accept jobs again when you are away.")
  static final class Resume extends AskStatus {
    Resume(CommandEnvironment environment) {
      super(environment);
    }

    @Override
    OwnerRequest request() {
      return OwnerRequest.newBuilder().setResume(OwnerResume.getDefaultInstance()).build();
    }
  }

  @Command(name = "snooze", description = "Accept no jobs for a while.")
  static final class Snooze extends AskStatus {
    private static final Duration LONGEST = Duration.ofDays(30);

    @Parameters(paramLabel = "DURATION", description = "Such as 30m, 2h or 1d.")
    private String length = "";

    Snooze(CommandEnvironment environment) {
      super(environment);
    }

    @Override
    OwnerRequest request() {
      final Duration duration = Arguments.parse("DURATION", length, Durations::parse);
      if (duration.isZero() || duration.compareTo(LONGEST) > 0) {
        throw CommandFailure.badInput("DURATION: from 1s to 30d, not " + length);
      }
      return OwnerRequest.newBuilder()
          .setPause(OwnerPause.newBuilder().setMillis(duration.toMillis()))
          .build();
    }
  }

  @Command(name = "set", description = "Change a setting, effective immediately.")
  static final class Set extends AskSettings {
    @Parameters(
        index = "0",
        paramLabel = "KEY",
        description = "The setting's key, as lull owner get lists it.")
    private String key = "";

    @Parameters(index = "1", paramLabel = "VALUE", description = "Its new value.")
    private String value = "";

    Set(CommandEnvironment environment) {
      super(environment);
    }

    @Override
    OwnerRequest request() {
      return OwnerRequest.newBuilder()
          .setSet(OwnerSet.newBuilder().setKey(key).setValue(value))
          .build();
    }
  }

  @Command(name = "get", description = "Show the settings and their allowed values.")
  static final class Get extends AskSettings {
    @Parameters(arity = "0..1", paramLabel = "KEY", description = "Only this setting.")
    private String key = "";

    Get(CommandEnvironment environment) {
      super(environment);
    }

    @Override
    OwnerRequest request() {
      return OwnerRequest.newBuilder().setGet(OwnerGet.newBuilder().setKey(key)).build();
    }
  }
}
