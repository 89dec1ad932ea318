package io.lull.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing of this reaches a coordinator: the terminal has none. */
class BadUsageTest {
  @TempDir private Path folder = Path.of("");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          jobx                                  | lull: unknown command 'jobx'; did you mean job
          jobs --jsn                            | lull jobs: unknown option '--jsn'; did you mean --json?
          jobs extra                            | lull jobs: 'extra' is an unexpected argument
          job                                   | lull job: Missing required parameter: 'ID'
          job seven                             | 'seven' is not a job: jobs are named J1, J2
          token                                 | lull token: expected one of create
          owner                                 | lull owner: expected one of status, pause, resume, snooze, set, get
          token create --role king              | --role: 'king' is not a role: use node, user or admin
          token create --expires soon           | --expires: 'soon' is not a duration
          token create --expires 0s             | --expires: from 1s to 365d, not 0s
          resize J1 many                        | lull resize: Invalid value for positional parameter
          resize J1 0                           | N must be at least 1
          resize J1 4 --method grow             | --method: 'grow' is not a method of resizing: use add
          migrate J1 a b --method fast          | --method: 'fast' is not a method of migrating: use
          migrate J1 a a                        | FROM and TO are the same node
          drain                                 | lull drain: Missing required parameter: 'NODE'
          drain ws1 --by later                  | --by: 'later' is not a time: write it as 18:30
          drain ws1 --by 2001-01-01T00:00       | --by: 2001-01-01T00:00 is over
          limit --nodes 3                       | whose limit? Give a USER, or --everybody
          limit ada                             | what limit? Give --nodes N, --jobs N or --usual
          limit ada --nodes 0                   | --nodes: '0' must be a number from 1 to 999999, or none
          limit ada --jobs many                 | --jobs: 'many' must be a number from 1 to 999999, or none
          limit ada --everybody --jobs 1        | --everybody and a USER exclude each other
          limit ada --usual --jobs 1            | --usual removes the limit
          undrain ../x                          | '../x' is not a node's name
          node ../x                             | '../x' is not a node's name
          login --coordinator here --enroll x   | --coordinator: 'here' is not an address: write it as HOST:PORT
          login --coordinator h:1 --enroll x    | --enroll: not an enrolment token
          login --coordinator h:1               | lull login: Missing required option: '--enroll=TOKEN'
          login --coordinator h:1 --enroll @no  | cannot be read
          owner snooze forever                  | DURATION: 'forever' is not a duration
          owner snooze 31d                      | DURATION: from 1s to 30d, not 31d
          submit                                | nothing to run: give --app NAME
          submit --app chess                    | --app: unknown application 'chess': choose one of jacobi, life, heat, mg, lu
          submit --app jacobi --workers 8:2     | the minimum, 8, is above the maximum, 2
          submit --app jacobi --workers 0:2     | the minimum must be at least 1, not 0
          submit --app jacobi --workers -1      | --workers
          submit --app jacobi --workers 1:9999  | a job may have at most 1000
          submit --app jacobi --workers few     | 'few' must be MIN:MAX or N
          submit --app jacobi --param size      | --param: 'size' must be NAME=VALUE
          submit --app jacobi --param size=-3   | size=-3
          submit --app jacobi --param sise=3    | jacobi has no parameter sise
          submit --app jacobi --param size=9 --param size=8 | --param: 'size' is given twice
          submit --command true --env 9X=1      | --env: '9X' is not a variable's name
          submit --command true --env LULL_JOB=1 | --env: 'LULL_JOB' is not a variable's name
          submit --app jacobi --input nowhere   | --input: no such file
          submit --app jacobi --memory much     | --memory: 'much' is not a size
          submit --app jacobi --memory 1M       | --memory: a worker needs at least 128 MiB
          submit --app jacobi --priority high   | --priority: 'high' is not a whole number
          submit --app jacobi --priority 101    | --priority: from -100 to 100, not 101
          submit --app jacobi --checkpoint now  | --checkpoint: 'now' must be auto, off, or a duration
          submit --app jacobi --checkpoint 1ms  | --checkpoint: at least 1s, not 1ms
          submit --app jacobi --begin soon      | --begin: 'soon' is not a time: write it as 18:30
          submit --app jacobi --begin 25:10     | --begin: '25:10' is not a time
          submit --app jacobi --after all:J1    | --after: 'all:J1' is not a job
          submit --app jacobi --code six        | --code: 'six' must be K:N, such as 4:6
          submit --app jacobi --code 1:2        | --code: a code covers 3 to 16 machines, not 2
          submit --app jacobi --code 6:6        | --code: of 6 machines 1 to 5 can be enough, not 6
          submit --app jacobi --output out      | --output needs --wait
          submit --app jacobi --jar a.jar       | --app and --jar exclude each other
          submit --app jacobi --main A          | --main is for --jar
          submit --app jacobi --spec a          | --spec and --app exclude each other
          checkpoint                            | lull checkpoint: expected one of list, verify, export
          new                                   | lull new: Missing required parameter: 'NAME'
          new 9x                                | '9x' cannot be the name of a project
          new Heat --model cube                 | --model: 'cube' must be grid or bag
          run                                   | lull run needs a program: --jar FILE --main CLASS
          run --jar nowhere.jar --main A        | --jar: no such file
          run --app jacobi --workers 0          | --workers: from 1 to 14, not 0
          run --app jacobi --workers 1 --shake 7 | --shake: needs --workers 2 or more
          run --app nothing                     | nothing
          run --app jacobi --param size         | --param: 'size' must be NAME=VALUE
          jobs --state busy                     | --state: 'busy' is not a state of a job; there are queued, starting
          jobs --limit 0                        | --limit: '0' is not a number from 1 on
          jobs --columns job,size               | --columns: 'size' is not a column; there are job, name
          jobs --user a/b                       | 'a/b' is not a valid user
          cancel                                | lull cancel: Missing required parameter: 'ID'
          cancel J5-J3                          | 'J5-J3' is not a range: the first job comes first
          cancel J1-J9999                       | 'J1-J9999' is not a range
          cancel J1 x                           | 'x' is not a job
          accounting --since May                | --since: 'May' is not a month: write it as 2026-01
          accounting --csv --json               | mutually exclusive
          accounting --user a/b                 | 'a/b' is not a valid user
          hold                                  | lull hold: Missing required parameter: 'ID'
          hold x                                | 'x' is not a job
          release J5-J3                         | 'J5-J3' is not a range
          resubmit                              | lull resubmit: Missing required parameter: 'ID'
          change J1                             | nothing would change: give --priority
          change J1 --priority high             | --priority: 'high' is not a whole number
          change J1 --priority 101              | --priority: from -100 to 100, not 101
          change J1 --workers 8:2               | the minimum, 8, is above the maximum, 2
          change J1 --time-limit soon           | --time-limit: 'soon' is not a duration
          change J1 --time-limit 0s             | --time-limit must be positive, not 0s
          web --authority f --print             | --authority and --print exclude each other
          checkpoint key J1                     | lull checkpoint key: Missing required option: '--output=FILE'
          checkpoint export . --to out --key k --job x | 'x' is not a job
          checkpoint list                       | lull checkpoint list: Missing required parameter: 'PATH'
          checkpoint verify nowhere             | PATH: no such file or folder
          checkpoint export .                   | lull checkpoint export: Missing required option: '--to=DIR'
          checkpoint export . --to out          | no piece of any job was found
          checkpoint export . --to out --job x  | 'x' is not a job
          coordinator                           | --data DIR is missing
          coordinator backup here               | lull coordinator backup: 'here' is an unexpected argument
          coordinator --data d --most-jobs few  | lull coordinator: Invalid value for option '--most-jobs'
          coordinator --data d --data-plane on  | --data-plane: 'on' must be tls or plain
          availability --since yesterday        | --since: 'yesterday' is not a duration: write it as 250ms, 90s, 5m, 1h or 2d
          availability --csv --json             | mutually exclusive
          coordinator --data d --metrics here   | --metrics: 'here' is not an address: write it as HOST:PORT
          coordinator --data d --web here       | --web: 'here' is not an address: write it as HOST:PORT
          coordinator --data d --web a:1 --web-key k | --web-certificate and --web-key belong together
          coordinator --data d --web-key k --web-certificate c | --web-certificate is for the web page: add --web HOST:PORT
          coordinator --data d --log-format xml | --log-format: 'xml' must be text or json
          agent --coordinator h:1 --log-format y | --log-format: 'y' must be text or json
          top --interval often                  | --interval: 'often' is not a duration
          top --interval 10ms                   | --interval: from 250ms to 1h, not 10ms
          coordinator --data d --slice 5        | --slice: '5' is not a duration: write it as 250ms, 90s, 5m, 1h or 2d
          coordinator --data d --settle x       | --settle: 'x' is not a duration: write it as 250ms, 90s, 5m, 1h or 2d
          bench                                 | bench needs a source tree
          bench reclaim --events 3              | bench reclaim --events 3 needs a source tree
          submit --jar nowhere.jar --main A     | --jar: no such file
          submit --spec nowhere.json            | --spec: no such file
          """)
  void isRefusedWithOneLineAndCode2(String words, String line) {
    final Terminal terminal = new Terminal(null, folder).type(words);
    assertThat(terminal.code()).isEqualTo(2);
    assertThat(terminal.out()).isEmpty();
    assertThat(terminal.err()).contains(line).startsWith("lull").endsWith("\n");
    assertThat(terminal.err().lines()).hasSize(1);
    assertThat(terminal.err())
        .as("no class, no stack, no path of the program's own")
        .doesNotContain("Exception", "io.lull", "java.", ".jar:", "\tat ");
  }

  @Test
  void doesNotRepeatATokenOnTheScreen() {
    final Terminal terminal =
        new Terminal(null, folder).type("login --coordinator h:1 --enroll lull1.c2VjcmV0");
    assertThat(terminal.code()).isEqualTo(2);
    assertThat(terminal.err()).doesNotContain("c2VjcmV0");
  }

  @Test
  void noLoginIsNotAllowed() {
    assertThat(new Terminal(null, folder).type("jobs").code()).isEqualTo(4);
  }

  @Test
  void noAgentIsUnreachable() {
    final Terminal terminal = new Terminal(null, folder).type("owner status");
    assertThat(terminal.code()).isEqualTo(3);
    assertThat(terminal.err()).contains("no agent responds in " + folder.resolve("agent"));
  }

  @Test
  void noCoordinatorAtLoginIsUnreachableAndLeavesNothing() throws Exception {
    final String token = "lull1." + "A".repeat(64);
    final Terminal terminal =
        new Terminal(null, folder).type("login --coordinator localhost:1 --enroll " + token);
    assertThat(terminal.code()).isEqualTo(3);
    assertThat(terminal.err()).contains("localhost:1");
    assertThat(folder.resolve("home")).doesNotExist();
  }

  @Test
  void helpListsEveryCommandAndOnlyThoseThereAre() {
    final Terminal terminal = new Terminal(null, folder).type("");
    assertThat(terminal.code()).isZero();
    assertThat(terminal.out())
        .contains(
            "submit",
            "jobs",
            "nodes",
            "owner",
            "login",
            "token",
            "apps",
            "checkpoint",
            "bench",
            "explain",
            "availability",
            "simulate",
            "export",
            "tray");
  }

  /** Where only the agent is installed, neither coordinator nor simulator is on the class path. */
  @ParameterizedTest
  @ValueSource(
      classes = {
        CoordinatorCommand.class,
        SimulateRunCommand.class,
        SimulateCommand.Chowdhury.class,
        SimulateWhatIfCommand.class,
        SimulateFaultsCommand.class
      })
  void noSignatureOfACommandNamesClassesThatAgentsDoNotHave(Class<?> command) {
    assertThat(
            Stream.concat(
                    Arrays.stream(command.getDeclaredMethods()).map(Method::toGenericString),
                    Arrays.stream(command.getDeclaredFields()).map(Field::toGenericString))
                .toList())
        .isNotEmpty()
        .noneMatch(signature ->
            signature.contains("io.lull.coordinator.")
                || signature.contains("io.lull.simulator.")
                || signature.contains("io.lull.scheduling."));
  }

  @Test
  void everyCommandHasHelp() {
    for (final String command :
        new String[] {"submit", "job", "owner set", "token create", "checkpoint export"}) {
      final Terminal terminal = new Terminal(null, folder).type(command + " --help");
      assertThat(terminal.code()).isZero();
      assertThat(terminal.out()).startsWith("Usage: lull " + command);
    }
  }
}
