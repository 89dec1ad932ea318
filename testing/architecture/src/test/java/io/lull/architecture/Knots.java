package io.lull.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.lull.coordinator.core.job.Phase;
import io.lull.coordinator.core.job.step.WorkingCopy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Classes that need each other in a circle, which no rule about packages can see inside of one.
 *
 * <p>A knot is a strongly connected component of the graph of classes. Nested classes count as
 * their host. That a sealed type names its permitted subtypes is no dependency: it says who may
 * implement it and uses none of them.
 */
final class Knots {
  private static final int MOST_CLASSES = 3;

  static final ArchRule NO_KNOT_OF_MORE_THAN_THREE_CLASSES =
      classes()
          .that(
              describe(
                  "are ours and not generated",
                  (JavaClass type) ->
                      type.getPackageName().startsWith("io.lull.")
                          && !type.getPackageName().startsWith("io.lull.protocol.wire")
                          && !type.getPackageName().startsWith("io.lull.protocol.stored")))
          .should(new BeOutsideOfKnots())
          .because(
              "classes that need each other in a circle can only be understood, tested and changed"
                  + " together; three are what a reader can hold");

  static final ArchRule ONE_PLACE_ENTERS_PHASES =
      noClasses()
          .that()
          .resideInAPackage("io.lull.coordinator..")
          .and()
          .doNotHaveFullyQualifiedName("io.lull.coordinator.core.job.machine.JobMachine")
          .should()
          .callMethod(WorkingCopy.class, "enter", Phase.class)
          .because(
              "a handler returns a transition: where a job's phase is assigned in one place, that"
                  + " place can be read, checked and changed");

  private Knots() {}

  private static String host(JavaClass type) {
    JavaClass host = type.getBaseComponentType();
    while (host.getEnclosingClass().isPresent()) {
      host = host.getEnclosingClass().orElseThrow();
    }
    return host.getName();
  }

  /** Each class that is in a knot, with the others of it. */
  private static final class BeOutsideOfKnots extends ArchCondition<JavaClass> {
    private final Map<String, Set<String>> uses = new TreeMap<>();
    private final Map<String, JavaClass> types = new HashMap<>();

    BeOutsideOfKnots() {
      super("be in no knot of more than " + MOST_CLASSES + " classes");
    }

    @Override
    public void init(Collection<JavaClass> all) {
      uses.clear();
      types.clear();
      for (final JavaClass type : all) {
        final Set<String> used = uses.computeIfAbsent(host(type), name -> new TreeSet<>());
        types.putIfAbsent(host(type), type);
        for (final Dependency dependency : type.getDirectDependenciesFromSelf()) {
          used.add(host(dependency.getTargetClass()));
        }
      }
      uses.forEach((name, used) -> {
        used.remove(name);
        used.retainAll(uses.keySet());
      });
    }

    @Override
    public void check(JavaClass type, ConditionEvents events) {
      // All knots are told at once, in finish.
    }

    @Override
    public void finish(ConditionEvents events) {
      for (final Set<String> knot : knots()) {
        if (knot.size() > MOST_CLASSES) {
          events.add(
              SimpleConditionEvent.violated(
                  types.get(knot.iterator().next()),
                  knot.size() + " classes need each other in a circle: " + knot));
        }
      }
    }

    /** The strongly connected components, after Kosaraju. */
    private List<Set<String>> knots() {
      final Deque<String> byFinish = new ArrayDeque<>();
      final Set<String> seen = new HashSet<>();
      uses.keySet().forEach(name -> walk(name, uses, seen, byFinish));
      final Map<String, Set<String>> usedBy = new TreeMap<>();
      uses.forEach((name, used) ->
          used.forEach(other -> usedBy.computeIfAbsent(other, x -> new TreeSet<>()).add(name)));
      final List<Set<String>> knots = new ArrayList<>();
      seen.clear();
      while (!byFinish.isEmpty()) {
        final Deque<String> knot = new ArrayDeque<>();
        walk(byFinish.pop(), usedBy, seen, knot);
        knots.add(new TreeSet<>(knot));
      }
      return knots;
    }

    private static void walk(
        String from, Map<String, Set<String>> edges, Set<String> seen, Deque<String> finished) {
      if (!seen.add(from)) {
        return;
      }
      edges.getOrDefault(from, Set.of()).forEach(next -> walk(next, edges, seen, finished));
      finished.push(from);
    }
  }
}
