package io.lull.reconfig.message.model;

import io.lull.reconfig.Parameters;
import io.lull.reconfig.ProgramError;
import io.lull.reconfig.message.Task;
import io.lull.reconfig.message.TaskSpace;
import io.lull.reconfig.model.ProgramInput;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** What a message program declares. */
final class DeclaredTasks implements TaskSpace {
  private final ProgramInput input;
  private final List<Class<?>> registered = new ArrayList<>();
  private int count;
  private long iterations;
  private @Nullable LongFunction<? extends Task> first;

  DeclaredTasks(ProgramInput input) {
    this.input = input;
  }

  @Override
  public Parameters parameters() {
    return input.parameters();
  }

  @Override
  public List<Path> inputs() {
    return input.inputs();
  }

  @Override
  public void tasks(int number, LongFunction<? extends Task> maker) {
    if (first != null) {
      throw new IllegalStateException("the tasks are declared already");
    }
    if (number < 1 || number > MOST_TASKS) {
      throw new ProgramError(
          "a program begins with 1 to " + MOST_TASKS + " tasks, and not with " + number);
    }
    count = number;
    first = maker;
  }

  @Override
  public void register(Class<?>... types) {
    registered.addAll(List.of(types));
  }

  @Override
  public void iterations(long each) {
    iterations = each;
  }

  /**
   * The program has declared all.
   *
   * @throws ProgramError when there is no task
   */
  void declared() {
    if (first == null) {
      throw new ProgramError("the program has no tasks: declare them by space.tasks");
    }
  }

  int count() {
    return count;
  }

  /** 0: that is not known. */
  long iterations() {
    return iterations;
  }

  List<Class<?>> registered() {
    return List.copyOf(registered);
  }

  Task first(long id) {
    final @Nullable LongFunction<? extends Task> maker = first;
    if (maker == null) {
      throw new IllegalStateException("the tasks are not declared");
    }
    return maker.apply(id);
  }
}
