package io.lull.reconfig.check;

import io.lull.reconfig.ProgramError;
import java.lang.reflect.Field;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds state that the author did not declare: a field that changes while the program runs, and
 * that a worker which joins later, or one that returns to a checkpoint, would not have. A field
 * that is null at first and then gets its only content is taken as made again where it is missing.
 *
 * <p>The fields are looked at after the first iteration in a configuration, and after the second,
 * the fourth, the eighth, and so on: what changes always is found soon, and a long run spends
 * nothing on it.
 */
public final class UndeclaredState {
  private final Object program;
  private List<Field> fields = List.of();
  private long[] prints = new long[0];
  private long iterations;
  private long nextLook = 1;

  /** The program may be in the middle of an iteration, where its fields may be anything. */
  private boolean underWay;

  /** The prints are to be taken after the next iteration. */
  private boolean unseen;

  public UndeclaredState(Object program) {
    this.program = program;
  }

  /** The program has declared what it works on. */
  public void declared() {
    HolderSearch.in(program);
    fields = OwnFields.of(program);
    prints = new long[fields.size()];
  }

  /**
   * The program goes on from here, in a new configuration. Where it was interrupted, or stands
   * between two steps, it is first seen after its next iteration.
   */
  public void begin() {
    unseen = underWay;
    if (!unseen) {
      see();
    }
    iterations = 0;
    nextLook = 1;
  }

  /** From here until {@link #iterated} the program's code runs, unless it is interrupted. */
  public void computing() {
    underWay = true;
  }

  private void see() {
    for (int i = 0; i < prints.length; i++) {
      prints[i] = FieldFingerprint.of(program, OwnFields.value(fields.get(i), program));
    }
  }

  /**
   * An iteration is behind.
   *
   * @throws ProgramError that names a field that is not as it was
   */
  public void iterated() {
    underWay = false;
    if (unseen) {
      unseen = false;
      see();
    } else if (++iterations == nextLook) {
      nextLook <<= 1;
      look();
    }
  }

  private void look() {
    for (int i = 0; i < prints.length; i++) {
      final Field field = fields.get(i);
      final @Nullable Object value = OwnFields.value(field, program);
      final long print = FieldFingerprint.of(program, value);
      if (prints[i] == FieldFingerprint.NOTHING) {
        prints[i] = print;
      } else if (prints[i] != print) {
        throw new ProgramError(
            "field "
                + field.getName()
                + " of "
                + program.getClass().getSimpleName()
                + " changes from iteration to iteration but is not declared: hold it in "
                + place(field)
                + ", or mark it transient if it may be lost");
      }
    }
  }

  private static String place(Field field) {
    final Class<?> type = field.getType();
    final boolean number =
        Number.class.isAssignableFrom(type)
            || (type.isPrimitive() && type != boolean.class && type != char.class);
    return number ? "space.value(\"" + field.getName() + "\", 0)" : "a grid or in values";
  }
}
