package io.lull.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Map;
import java.util.Set;

/**
 * The layers of reconfig-lib: another kind of program, or of state, is a package of its own, and
 * needs no change below it.
 */
final class LibraryRules {
  private static final String LIBRARY = "io.lull.reconfig";

  /** Where cells lie beside the heap. */
  static final String ARRAYS = "io.lull.reconfig.[memory|grid|forkjoin|stencil|vector]..";

  /** What an author's program sees, as the first package of the table. */
  private static final String AUTHOR = "";

  /** Violations in tests are in a package of this name inside of the one that they break. */
  private static final String PLANTED = ".planted";

  /** For each package of the library those of it that it may see. */
  private static final Map<String, Set<String>> MAY_SEE =
      Map.ofEntries(
          Map.entry(AUTHOR, Set.of("distribution", "grid", "record")),
          Map.entry("check", Set.of(AUTHOR)),
          // Numbers, threads and cuts know nothing of the library.
          Map.entry("numeric", Set.of()),
          Map.entry("parallel", Set.of()),
          Map.entry("distribution", Set.of()),
          // Where connections come from; links carry bytes on numbered channels: what these mean,
          // others know.
          Map.entry("network", Set.of()),
          Map.entry("comm", Set.of("network")),
          Map.entry("collective", Set.of(AUTHOR, "comm", "numeric")),
          // What is moved and kept is numbered bytes: only a state knows what they are.
          Map.entry("state", Set.of("distribution")),
          Map.entry("transfer", Set.of("comm", "state")),
          Map.entry("checkpoint", Set.of("comm", "state")),
          Map.entry("partition", Set.of("distribution", "state")),
          // A kind of program is written against model and state, and nothing behind them.
          Map.entry("model", Set.of(AUTHOR, "collective", "comm", "state")),
          Map.entry("memory", Set.of("distribution", "partition")),
          Map.entry("vector", Set.of("memory")),
          Map.entry("record", Set.of()),
          Map.entry("stencil", Set.of()),
          Map.entry("stencil.code", Set.of("memory", "stencil", "vector")),
          Map.entry("exchange", Set.of(AUTHOR, "collective", "comm", "distribution", "partition")),
          Map.entry(
              "grid",
              Set.of(
                  "distribution",
                  "memory",
                  "numeric",
                  "parallel",
                  "partition",
                  "record",
                  "stencil",
                  "stencil.code")),
          Map.entry(
              "grid.model",
              Set.of(
                  AUTHOR,
                  "check",
                  "collective",
                  "comm",
                  "distribution",
                  "exchange",
                  "grid",
                  "memory",
                  "model",
                  "numeric",
                  "parallel",
                  "partition",
                  "record",
                  "state")),
          Map.entry(
              "forkjoin",
              Set.of(
                  AUTHOR,
                  "check",
                  "collective",
                  "distribution",
                  "exchange",
                  "memory",
                  "model",
                  "numeric",
                  "parallel",
                  "partition",
                  "record",
                  "stencil",
                  "stencil.code",
                  "vector")),
          Map.entry(
              "forkjoin.model",
              Set.of(
                  AUTHOR,
                  "check",
                  "collective",
                  "distribution",
                  "exchange",
                  "forkjoin",
                  "model",
                  "parallel",
                  "partition",
                  "record",
                  "state")),
          // What an author sees of message programs; where tasks are best, and how messages are
          // ordered and kept, which are pure; the tasks of a worker.
          Map.entry("message", Set.of(AUTHOR)),
          Map.entry("message.placement", Set.of()),
          Map.entry("message.routing", Set.of()),
          Map.entry(
              "message.task",
              Set.of(
                  AUTHOR,
                  "comm",
                  "message",
                  "message.placement",
                  "message.routing",
                  "numeric",
                  "state")),
          Map.entry(
              "message.model",
              Set.of(
                  AUTHOR,
                  "collective",
                  "distribution",
                  "message",
                  "message.task",
                  "model",
                  "state")),
          Map.entry("bag", Set.of(AUTHOR, "collective", "comm", "distribution", "model", "state")),
          // A worker runs any kind of program: what differs between kinds is behind the interfaces
          // of model and state.
          Map.entry(
              "worker",
              Set.of(
                  AUTHOR,
                  "checkpoint",
                  "collective",
                  "comm",
                  "distribution",
                  "model",
                  "parallel",
                  "state",
                  "transfer")),
          Map.entry(
              "warmup", Set.of("comm", "distribution", "model", "state", "transfer", "worker")),
          // The main program puts the parts together.
          Map.entry(
              "runtime",
              Set.of(
                  AUTHOR,
                  "bag",
                  "checkpoint",
                  "collective",
                  "comm",
                  "distribution",
                  "forkjoin",
                  "forkjoin.model",
                  "grid.model",
                  "message",
                  "message.model",
                  "model",
                  "network",
                  "state",
                  "transfer",
                  "warmup",
                  "worker")));

  static final ArchRule EACH_PACKAGE_SEES_WHAT_IT_MAY =
      classes()
          .that()
          .resideInAPackage(LIBRARY + "..")
          .should(new SeeWhatItsPackageMay())
          .because(
              "another kind of program, or of state, is a package of its own: a layer that looks"
                  + " upwards would have to change with each");

  private LibraryRules() {}

  /** A package as the table names it. */
  private static String layer(JavaClass type) {
    final String below = type.getPackageName().substring(LIBRARY.length());
    final String layer =
        below.endsWith(PLANTED) ? below.substring(0, below.length() - PLANTED.length()) : below;
    return layer.isEmpty() ? AUTHOR : layer.substring(1);
  }

  private static boolean ours(JavaClass type) {
    return (type.getPackageName() + ".").startsWith(LIBRARY + ".");
  }

  private static final class SeeWhatItsPackageMay extends ArchCondition<JavaClass> {
    SeeWhatItsPackageMay() {
      super("see only the packages of the library that theirs may see");
    }

    @Override
    public void check(JavaClass type, ConditionEvents events) {
      final Set<String> may = MAY_SEE.get(layer(type));
      if (may == null) {
        events.add(
            SimpleConditionEvent.violated(
                type, type.getName() + " is in a package that the table does not have"));
        return;
      }
      for (final Dependency dependency : type.getDirectDependenciesFromSelf()) {
        final JavaClass target = dependency.getTargetClass().getBaseComponentType();
        if (ours(target) && !layer(target).equals(layer(type)) && !may.contains(layer(target))) {
          events.add(SimpleConditionEvent.violated(dependency, dependency.getDescription()));
        }
      }
    }
  }
}
