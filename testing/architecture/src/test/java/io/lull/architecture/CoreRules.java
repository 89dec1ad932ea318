package io.lull.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.lang.conditions.ArchConditions;
import java.util.Set;
import java.util.stream.Stream;

/** The rules for what decides in the coordinator and in the agent. */
final class CoreRules {
  private static final Set<String> FORBIDDEN_CLASSES =
      Set.of(
          "java.lang.Thread",
          "java.lang.ThreadLocal",
          "java.lang.Process",
          "java.lang.ProcessBuilder",
          "java.lang.ProcessHandle",
          "java.lang.Runtime",
          "java.util.Random",
          "java.util.Timer",
          "java.io.File",
          "java.io.FileInputStream",
          "java.io.FileOutputStream",
          "java.io.PrintStream",
          "java.security.SecureRandom",
          "io.lull.protocol.time.SystemClock");

  private static final Set<String> FORBIDDEN_PACKAGES =
      Set.of(
          "java.util.concurrent",
          "java.util.logging",
          "java.lang.foreign",
          "java.net",
          "java.nio.channels",
          "java.nio.file",
          "java.sql",
          "io.grpc",
          "io.lull.protocol.transport",
          "io.lull.protocol.log",
          "com.hazelcast",
          "com.sun.jna",
          "org.slf4j");

  /** Time comes in as a Clock or a number, chance as a RandomGenerator. */
  static final ArchRule CORES_RUN_ANYWHERE =
      classes()
          .that()
          .resideInAnyPackage("io.lull..core..", "io.lull.simulator..")
          .should(
              ArchConditions.not(
                  ArchConditions.dependOnClassesThat(
                      describe(
                          "are threads, locks, sockets, files, databases, logs or native calls",
                          CoreRules::forbidden))))
          .andShould(new NeedNoLock())
          .because(
              "live programs and the simulator run the same decisions: a thousand agents in one"
                  + " thread, without devices, and without waiting");

  private CoreRules() {}

  private static boolean forbidden(JavaClass type) {
    return FORBIDDEN_CLASSES.contains(type.getName())
        || FORBIDDEN_PACKAGES.stream()
            .anyMatch(each -> (type.getPackageName() + ".").startsWith(each + "."));
  }

  private static final class NeedNoLock extends ArchCondition<JavaClass> {
    NeedNoLock() {
      super("have no synchronized methods and no volatile fields");
    }

    @Override
    public void check(JavaClass type, ConditionEvents events) {
      for (final JavaMember member :
          Stream.concat(type.getMethods().stream(), type.getFields().stream()).toList()) {
        if (member.getModifiers().contains(JavaModifier.SYNCHRONIZED)
            || member.getModifiers().contains(JavaModifier.VOLATILE)) {
          events.add(
              SimpleConditionEvent.violated(
                  member, member.getFullName() + " is synchronized or volatile"));
        }
      }
    }
  }
}
