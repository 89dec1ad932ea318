package io.lull.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** One word has one meaning: no two top-level classes share a simple name. */
final class Names {
  private static final Set<String> GENERATED =
      Set.of("io.lull.protocol.wire", "io.lull.protocol.stored", "io.lull.protocol.records");

  static final ArchRule ONE_CLASS_FOR_EACH_NAME =
      classes()
          .that()
          .resideInAnyPackage("io.lull..")
          .and(describe("are written by hand, at the top level", Names::written))
          .should(new HaveTheirNameAlone())
          .because(
              "one word has one meaning: a reader who meets a name must not have to look at the"
                  + " imports to know which class it is");

  private Names() {}

  private static boolean written(JavaClass type) {
    return type.isTopLevelClass()
        && !type.getSimpleName().equals("package-info")
        && !GENERATED.contains(type.getPackageName());
  }

  private static final class HaveTheirNameAlone extends ArchCondition<JavaClass> {
    private Map<String, List<JavaClass>> byName = Map.of();

    HaveTheirNameAlone() {
      super("have a simple name that no other class has");
    }

    @Override
    public void init(Collection<JavaClass> types) {
      byName = types.stream().collect(Collectors.groupingBy(JavaClass::getSimpleName));
    }

    @Override
    public void check(JavaClass type, ConditionEvents events) {
      final List<JavaClass> namesakes = byName.getOrDefault(type.getSimpleName(), List.of());
      final boolean alone = namesakes.size() <= 1;
      events.add(
          new SimpleConditionEvent(
              type,
              alone,
              type.getName() + " shares its name with " + (namesakes.size() - 1) + " other(s)"));
    }
  }
}
