package io.lull.reconfig.forkjoin.model;

import io.lull.reconfig.BadInput;
import io.lull.reconfig.Parameters;
import io.lull.reconfig.Value;
import io.lull.reconfig.distribution.Balance;
import io.lull.reconfig.forkjoin.DoubleArray;
import io.lull.reconfig.forkjoin.FloatArray;
import io.lull.reconfig.forkjoin.IntArray;
import io.lull.reconfig.forkjoin.LongArray;
import io.lull.reconfig.forkjoin.RecordArray;
import io.lull.reconfig.forkjoin.SharedArray;
import io.lull.reconfig.forkjoin.SharedShape;
import io.lull.reconfig.forkjoin.SharedSpace;
import io.lull.reconfig.forkjoin.StoredArray;
import io.lull.reconfig.model.ProgramInput;
import io.lull.reconfig.partition.PartitionedState;
import io.lull.reconfig.record.RecordShape;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The declared data of a fork-join program. Used by the program's thread. */
final class DeclaredArrays implements SharedSpace {
  private final ProgramInput input;
  private final List<SharedArray> arrays = new ArrayList<>();
  private final List<StoredArray> stored = new ArrayList<>();
  private final List<Value> values = new ArrayList<>();
  private final PartitionedState state = new PartitionedState(stored, () -> Balance.USUAL);
  private boolean declaring = true;

  DeclaredArrays(ProgramInput input) {
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
  public DoubleArray doubles(String name, SharedShape shape) {
    return declared(new DoubleArray(name, shape));
  }

  @Override
  public FloatArray floats(String name, SharedShape shape) {
    return declared(new FloatArray(name, shape));
  }

  @Override
  public LongArray longs(String name, SharedShape shape) {
    return declared(new LongArray(name, shape));
  }

  @Override
  public IntArray ints(String name, SharedShape shape) {
    return declared(new IntArray(name, shape));
  }

  @Override
  public RecordArray records(String name, RecordShape record, SharedShape shape) {
    if (record.bytes() == 0) {
      throw new IllegalArgumentException(
          "the records of array " + name + " have no fields: name them before the array");
    }
    return declared(new RecordArray(name, record, shape));
  }

  private <A extends SharedArray> A declared(A array) {
    declaring("array " + array.name());
    if (arrays.stream().anyMatch(other -> other.name().equals(array.name()))) {
      throw new IllegalStateException(
          "two arrays are named " + array.name() + ": give each a name of its own");
    }
    arrays.add(array);
    stored.add(new StoredArray(array));
    return array;
  }

  @Override
  public Value value(String name, double initial) {
    declaring("value " + name);
    if (values.stream().anyMatch(other -> other.name().equals(name))) {
      throw new IllegalStateException(
          "two values are named " + name + ": give each a name of its own");
    }
    final Value value = new Value(name, initial);
    values.add(value);
    return value;
  }

  private void declaring(String what) {
    if (!declaring) {
      throw new IllegalStateException(
          what + " is declared too late: declare everything in declare()");
    }
  }

  /** The end of {@code declare}. */
  void declared() {
    declaring = false;
    if (arrays.isEmpty()) {
      throw new IllegalStateException(
          "the program declares no array: declare what is to be shared in declare()");
    }
    if (!parameters().unknown().isEmpty()) {
      throw new BadInput(
          "the program has no parameter named "
              + String.join(", ", parameters().unknown())
              + ": correct or omit --param");
    }
  }

  List<SharedArray> arrays() {
    return arrays;
  }

  /** As they are moved and kept, in the order of their declaration. */
  List<StoredArray> stored() {
    return stored;
  }

  List<Value> values() {
    return values;
  }

  PartitionedState state() {
    return state;
  }
}
