package io.lull.reconfig.bag;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;

/** The class whose objects a bag's tasks are. */
final class TaskClass {
  private final MethodHandle constructor;

  private TaskClass(MethodHandle constructor) {
    this.constructor = constructor;
  }

  /**
   * @throws ReflectiveOperationException when it cannot be used, as it is not there or cannot be
   *     made objects of
   * @throws ClassCastException when it is no {@link BagTask}
   * @throws LinkageError when it cannot be loaded or initialised
   */
  static TaskClass of(String name) throws ReflectiveOperationException {
    final Class<? extends BagTask> type = Class.forName(name).asSubclass(BagTask.class);
    if (Modifier.isAbstract(type.getModifiers())) {
      throw new InstantiationException("it is abstract");
    }
    return new TaskClass(
        MethodHandles.publicLookup()
            .findConstructor(type, MethodType.methodType(void.class))
            .asType(MethodType.methodType(BagTask.class)));
  }

  /**
   * One more object.
   *
   * @throws Throwable what its constructor throws
   */
  BagTask make() throws Throwable {
    return (BagTask) constructor.invokeExact();
  }
}
