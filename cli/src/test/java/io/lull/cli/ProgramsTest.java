package io.lull.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.cli.Programs.Program;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ProgramsTest {
  @ParameterizedTest
  @EnumSource
  void aProgramIsThisJavaWithItsFlagsAndThisClassPath(Program program) {
    final List<String> command = Programs.command(program, List.of("jobs", "--json"));
    assertThat(command.getFirst()).isEqualTo(Programs.java().toString());
    assertThat(Programs.java()).isExecutable();
    assertThat(command).contains("-XX:+UseSerialGC").noneMatch(word -> word.startsWith("#"));
    assertThat(command).endsWith(Programs.MAIN_CLASS, "jobs", "--json");
    assertThat(command.get(command.indexOf("-cp") + 1)).startsWith("/");
  }

  @Test
  void anAgentPassesItsWorkersClassPathOn() {
    System.setProperty(Programs.WORKER_CLASS_PATH, "/a.jar");
    try {
      assertThat(Programs.command(Program.AGENT, List.of("agent")))
          .contains("-Dlull.worker.classpath=/a.jar");
    } finally {
      System.clearProperty(Programs.WORKER_CLASS_PATH);
    }
  }

  @Test
  void aProgramStartsFromTheClassThatIsNamed() throws ClassNotFoundException {
    assertThat(Class.forName(Programs.MAIN_CLASS)).hasDeclaredMethods("main");
  }

  @Test
  void theSolverHasVectorsAsWorkersHave() {
    assertThat(Programs.flags(Programs.Program.SOLVER))
        .contains("--add-modules=jdk.incubator.vector");
  }
}
