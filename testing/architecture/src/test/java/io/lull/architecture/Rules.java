package io.lull.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.properties.HasAnnotations;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.lull.protocol.architecture.Exempt;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The rules, each with its reason, as values: one test applies them to the whole system, another to
 * classes that break them on purpose.
 */
final class Rules {
  private static final DescribedPredicate<JavaClass> GENERATED =
      resideInAnyPackage("io.lull.protocol.wire..", "io.lull.protocol.stored..")
          .as("are generated from .proto files");

  private static final DescribedPredicate<JavaClass> MAIN_PROGRAMS =
      resideInAnyPackage("io.lull..app..", "io.lull.cli..");

  /** What runs the system for tests and figures: it reaches into all of it. */
  private static final DescribedPredicate<JavaClass> TESTING =
      resideInAnyPackage("io.lull.testkit..", "io.lull.bench..");

  private static final Pattern FORBIDDEN_NAME =
      Pattern.compile("Abstract.*|.*(Manager|Helper|Utils?|Impl|Base|Data|Info)");

  private static final int MOST_PARAMETERS = 7;

  private Rules() {}

  static final ArchRule SCHEDULING_IS_PURE =
      pure(
          "io.lull.scheduling..",
          "a plan must be the same for the same snapshot, live or replayed");

  static final ArchRule JOB_CONTROL_IS_PURE =
      pure(
          "io.lull.coordinator.core.job..",
          "a job's next state must follow from its state and the event alone, so that it survives"
              + " its coordinator and can be tested without one");

  static final ArchRule DISPATCH_IS_PURE =
      pure(
          "io.lull.coordinator.core.dispatch..", "it only turns tables into the policy's snapshot");

  static final ArchRule TIME_AND_CHANCE_COME_IN =
      noClasses()
          .that(are("io.lull.."))
          .and(not(resideInAnyPackage("io.lull..app..")))
          .and(not(TESTING))
          .and(not(named("io.lull.protocol.time.SystemClock")))
          .and(notExempt(Exempt.Rule.TIME_AND_CHANCE))
          .should()
          .accessTargetWhere(describe("reads a clock, sleeps or draws chance", Rules::timeOrChance))
          .because(
              "whoever needs the time is handed a Clock and whoever needs chance a RandomGenerator,"
                  + " else it cannot be tested without waiting; nothing ever sleeps");

  static final ArchRule NATIVE_ACCESS_STAYS_IN_PLATFORM =
      noClasses()
          .that(are("io.lull.."))
          .and(not(resideInAnyPackage("io.lull.platform..")))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("com.sun.jna..", "oshi..")
          .because("what differs between operating systems lives in platform, and only there");

  static final ArchRule JAVAS_OLD_TOOLKIT_STAYS_IN_ITS_TRAY =
      noClasses()
          .that(are("io.lull.."))
          .and(
              not(
                  resideInAnyPackage(
                      "io.lull.platform.fallback.tray..",
                      "io.lull.cli.availability..",
                      "io.lull.cli.simulate..")))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.awt..", "javax.swing..")
          .because(
              "java.awt is for the icon of systems whose trays only it knows, and for a chart that"
                  + " is drawn into a file; beside JavaFX a second toolkit costs memory and wants"
                  + " the same thread");

  static final ArchRule FOREIGN_MEMORY_STAYS_IN_ARRAYS =
      noClasses()
          .that(are("io.lull.."))
          .and(not(resideInAnyPackage("io.lull.platform..", LibraryRules.ARRAYS)))
          .and(notExempt(Exempt.Rule.FOREIGN_MEMORY))
          .and(not(TESTING))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.lang.foreign..")
          .because(
              "outside of platform, only the cells of grids and shared arrays lie beside the heap,"
                  + " and nobody else needs to know");

  static final ArchRule HAZELCAST_STAYS_IN_ITS_PACKAGE =
      noClasses()
          .that(are("io.lull.."))
          .and(not(resideInAnyPackage("io.lull.coordinator.hazelcast..")))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("com.hazelcast..")
          .because(
              "Hazelcast's open edition has neither TLS nor authentication: it is the coordinators'"
                  + " memory behind store interfaces, and nothing else may come to rely on it");

  static final ArchRule DATABASE_STAYS_IN_ITS_PACKAGE =
      noClasses()
          .that(are("io.lull.."))
          .and(not(resideInAnyPackage("io.lull.coordinator.database..")))
          .and(not(TESTING))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.h2..", "org.jdbi..", "org.flywaydb..", "com.zaxxer..", "java.sql..")
          .because(
              "state lies behind store interfaces; which database holds it is one package's"
                  + " affair");

  static final ArchRule SYSTEMS_NEVER_SEE_EACH_OTHER =
      slices()
          .matching("io.lull.platform.(linux|windows|macos|fallback)..")
          .should()
          .notDependOnEachOther()
          .because("one system's answer must never need another's");

  static final ArchRule SYSTEMS_ARE_SEEN_BY_THE_LOADER_ONLY =
      noClasses()
          .that(are("io.lull.."))
          .and(not(inPackage("io.lull.platform")))
          .and(not(resideInAnyPackage(systems())))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(systems())
          .because("a capability is asked for by its interface; only Platform knows who answers");

  static final ArchRule PROGRAMS_MEET_IN_PROTOCOL =
      slices()
          .matching("io.lull.(agent|coordinator|tray)..")
          .should()
          .notDependOnEachOther()
          .because("node-agent, coordinator and tray-app meet in protocol, nowhere else");

  static final ArchRule THE_TOOLKIT_STAYS_IN_THE_TRAY =
      noClasses()
          .that(are("io.lull.."))
          .and(not(resideInAnyPackage("io.lull.tray..")))
          .and(not(TESTING))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("javafx..", "atlantafx..")
          .because("no other program has a window, and none may come to need a screen");

  static final ArchRule VIEW_MODELS_KNOW_NO_TOOLKIT =
      noClasses()
          .that(are("io.lull.tray.."))
          .and(describe("are view models", type -> type.getName().endsWith("ViewModel")))
          .should()
          .dependOnClassesThat(
              describe(
                  "are shown or run by the toolkit",
                  type ->
                      type.getPackageName().startsWith("javafx.")
                          && !type.getPackageName().startsWith("javafx.beans")
                          && !type.getPackageName().startsWith("javafx.collections")
                          && !type.getPackageName().startsWith("javafx.util")))
          .because("what a page says and does is tested without a window");

  static final ArchRule VIEWS_ASK_NOBODY =
      noClasses()
          .that(are("io.lull.tray.."))
          .and(describe("are views", type -> type.getName().endsWith("View")))
          .should()
          .dependOnClassesThat()
          .haveNameMatching("io\\.lull\\.tray\\.(agent\\.Agent(Link)?|grid\\..*)")
          .orShould()
          .dependOnClassesThat()
          .resideInAnyPackage("io.lull.client..", "io.lull.protocol.wire..")
          .because("a view shows its view model, which alone knows agent and coordinator");

  static final ArchRule ONE_WAY_TO_THE_TOOLKITS_THREAD =
      noClasses()
          .that(are("io.lull.tray.."))
          .and(not(resideInAnyPackage("io.lull.tray.app..")))
          .should()
          .callMethod("javafx.application.Platform", "runLater", "java.lang.Runnable")
          .because("what other threads say comes to the window by UiThread, and nowhere else");

  static final ArchRule ONLY_MAIN_PROGRAMS_LOOK_AROUND =
      noClasses()
          .that(are("io.lull.."))
          .and(not(MAIN_PROGRAMS))
          .and(not(TESTING))
          .and(notExempt(Exempt.Rule.ENVIRONMENT))
          .should()
          .accessTargetWhere(
              describe("reads the environment or ends the JVM", Rules::environmentOrExit))
          .because(
              "only a main program (package app, or the command line) reads the environment and"
                  + " system properties or ends the JVM; all others are told");

  static final ArchRule NO_CYCLES =
      slices()
          .matching("io.lull.(**)")
          .should()
          .beFreeOfCycles()
          .because("two packages that need each other are one, or one too few");

  static final ArchRule NAMES_SAY_SOMETHING =
      noClasses()
          .that(are("io.lull.."))
          .and(not(GENERATED))
          .should(ArchCondition.from(named(FORBIDDEN_NAME)))
          .because(
              "Manager, Helper, Util, Impl, Base, Data, Info and Abstract say nothing that the word"
                  + " beside them does not: find the word of the glossary");

  static final ArchRule CONSTRUCTORS_ARE_SHORT =
      classes()
          .that(are("io.lull.."))
          .and(not(GENERATED))
          .and(describe("are no records", (JavaClass type) -> !type.isRecord()))
          .and(notExempt(Exempt.Rule.FEW_PARAMETERS))
          .should(new ShortConstructors())
          .because(
              "a constructor with more than seven parameters hides a value or a state machine");

  private static ArchRule pure(String packages, String reason) {
    return noClasses()
        .that()
        .resideInAPackage(packages)
        .should()
        .dependOnClassesThat(
            describe(
                "do input, output, threads, logs, clocks or chance",
                (JavaClass type) -> impure(type.getName(), type.getPackageName())))
        .orShould()
        .accessTargetWhere(describe("reads a clock, sleeps or draws chance", Rules::timeOrChance))
        .because(reason);
  }

  private static boolean impure(String name, String inPackage) {
    return Set.of(
                "java.util.logging",
                "org.slf4j",
                "java.net",
                "java.nio.file",
                "java.util.concurrent",
                "java.util.concurrent.locks",
                "java.sql")
            .contains(inPackage)
        || inPackage.startsWith("java.nio.channels")
        || Set.of(
                "java.lang.Thread",
                "java.lang.Process",
                "java.lang.ProcessBuilder",
                "java.lang.ProcessHandle",
                "java.lang.Runtime",
                "java.util.Random",
                "java.util.random.RandomGenerator",
                "java.util.random.RandomGeneratorFactory",
                "java.security.SecureRandom",
                "java.util.Timer",
                "java.io.File",
                "java.io.PrintStream",
                "java.io.FileInputStream",
                "java.io.FileOutputStream",
                "java.time.Clock",
                "io.lull.protocol.time.Clock",
                "io.lull.protocol.time.SystemClock")
            .contains(name);
  }

  private static boolean timeOrChance(JavaAccess<?> access) {
    final String owner = access.getTargetOwner().getName();
    final String member = access.getTarget().getName();
    return switch (owner) {
      case "java.lang.System" -> Set.of("nanoTime", "currentTimeMillis").contains(member);
      case "java.lang.Thread" -> member.equals("sleep");
      case "java.lang.Math", "java.lang.StrictMath" -> member.equals("random");
      case "java.util.concurrent.TimeUnit" -> member.equals("sleep");
      case "java.util.UUID" -> member.equals("randomUUID");
      case "java.util.concurrent.ThreadLocalRandom" -> member.equals("current");
      case "java.util.Random", "java.security.SecureRandom" -> member.equals("<init>");
      case "java.util.random.RandomGenerator" -> Set.of("getDefault", "of").contains(member);
      case "java.util.Date" ->
          member.equals("<init>")
              && access instanceof com.tngtech.archunit.core.domain.JavaConstructorCall call
              && call.getTarget().getRawParameterTypes().isEmpty();
      case "java.time.Clock" -> member.startsWith("system") || member.startsWith("tick");
      case "java.time.Instant",
          "java.time.LocalDate",
          "java.time.LocalTime",
          "java.time.LocalDateTime",
          "java.time.OffsetDateTime",
          "java.time.ZonedDateTime",
          "java.time.Year",
          "java.time.YearMonth" ->
          member.equals("now");
      default -> false;
    };
  }

  private static boolean environmentOrExit(JavaAccess<?> access) {
    final String owner = access.getTargetOwner().getName();
    final String member = access.getTarget().getName();
    return switch (owner) {
      case "java.lang.System" ->
          Set.of("getenv", "getProperty", "getProperties", "setProperty", "exit").contains(member);
      case "java.lang.Runtime" -> Set.of("exit", "halt", "addShutdownHook").contains(member);
      case "java.lang.Integer" -> member.equals("getInteger");
      case "java.lang.Long" -> member.equals("getLong");
      case "java.lang.Boolean" -> member.equals("getBoolean");
      default -> false;
    };
  }

  private static DescribedPredicate<JavaClass> are(String packages) {
    return resideInAnyPackage(packages);
  }

  private static DescribedPredicate<JavaClass> inPackage(String name) {
    return describe("in " + name, type -> type.getPackageName().equals(name));
  }

  private static DescribedPredicate<JavaClass> named(String name) {
    return describe(name, type -> type.getName().equals(name));
  }

  private static DescribedPredicate<JavaClass> named(Pattern pattern) {
    return describe("named " + pattern, type -> pattern.matcher(type.getSimpleName()).matches());
  }

  private static DescribedPredicate<JavaClass> not(DescribedPredicate<JavaClass> predicate) {
    return DescribedPredicate.not(predicate);
  }

  private static DescribedPredicate<JavaClass> notExempt(Exempt.Rule rule) {
    return describe(
        "do not say why they are exempt from " + rule,
        type -> enclosing(type).noneMatch(each -> exempt(each, rule)));
  }

  private static Stream<JavaClass> enclosing(JavaClass type) {
    return Stream.iterate(
        type, each -> each != null, each -> each.getEnclosingClass().orElse(null));
  }

  private static boolean exempt(HasAnnotations<?> type, Exempt.Rule rule) {
    return type.tryGetAnnotationOfType(Exempt.class.getName())
        .flatMap(annotation -> annotation.get("from"))
        .map(from -> from.toString().endsWith(rule.name()))
        .orElse(false);
  }

  private static String[] systems() {
    return new String[] {
      "io.lull.platform.linux..",
      "io.lull.platform.windows..",
      "io.lull.platform.macos..",
      "io.lull.platform.fallback.."
    };
  }

  private static final class ShortConstructors extends ArchCondition<JavaClass> {
    ShortConstructors() {
      super("have constructors of at most " + MOST_PARAMETERS + " parameters");
    }

    @Override
    public void check(JavaClass type, ConditionEvents events) {
      for (final JavaConstructor constructor : type.getConstructors()) {
        final int parameters = constructor.getRawParameterTypes().size();
        events.add(
            new SimpleConditionEvent(
                constructor,
                parameters <= MOST_PARAMETERS,
                constructor.getFullName() + " has " + parameters + " parameters"));
      }
    }
  }
}
