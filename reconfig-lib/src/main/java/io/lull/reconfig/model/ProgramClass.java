package io.lull.reconfig.model;

import io.lull.reconfig.ProgramError;

/** The class of an author's program. */
public final class ProgramClass {
  private ProgramClass() {}

  /**
   * A new object of it.
   *
   * @throws ProgramError when the class is none of this type, or cannot be used
   */
  public static <P> P newInstance(String mainClass, Class<P> type) {
    try {
      return Class.forName(mainClass).asSubclass(type).getConstructor().newInstance();
    } catch (ReflectiveOperationException | ClassCastException | LinkageError e) {
      throw new ProgramError(
          "the program's class "
              + mainClass
              + " cannot be used ("
              + e
              + "): it is to be a public GridProgram, ForkJoinProgram or MessageProgram with a"
              + " public constructor without parameters");
    }
  }

  /** Whether there is such a class and it is of this type; it is not initialised. */
  public static boolean is(String mainClass, Class<?> type) {
    try {
      return type.isAssignableFrom(
          Class.forName(mainClass, false, ProgramClass.class.getClassLoader()));
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }
}
