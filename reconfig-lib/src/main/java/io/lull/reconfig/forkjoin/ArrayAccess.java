package io.lull.reconfig.forkjoin;

import io.lull.reconfig.ProgramError;

/** Says what is wrong with a kernel's access to an array. */
final class ArrayAccess {
  private ArrayAccess() {}

  static ProgramError notReadable(ArrayWindow array, long index) {
    return new ProgramError(
        array.isOpen() ? foreign(array, index, "read") : closed(array, "read", "reads or writes"));
  }

  static ProgramError notWritable(ArrayWindow array, long index) {
    return new ProgramError(
        array.isWritten() ? foreign(array, index, "written") : closed(array, "written", "writes"));
  }

  static ProgramError lateRow(ArrayWindow array) {
    return new ProgramError(
        "a row of array "
            + array.name()
            + " is used after its loop, or by another iteration than took it: take it anew in each"
            + " iteration");
  }

  static ProgramError foreignField(ArrayWindow array) {
    return new ProgramError(
        "the records of array "
            + array.name()
            + " do not have a field that is used: name it in the shape with which the array is"
            + " declared, and before that");
  }

  static ProgramError apart(ArrayWindow array) {
    return new ProgramError(
        "a stencil reads neighbours in array "
            + array.name()
            + ", whose indices are dealt out and do not lie side by side: declare it in blocks");
  }

  private static String closed(ArrayWindow array, String done, String clauses) {
    return "array "
        + array.name()
        + " is "
        + done
        + " where it is closed: its elements are used in loops only, and the loop names the array"
        + " in its "
        + clauses;
  }

  private static String foreign(ArrayWindow array, long index, String done) {
    if (index < 0 || index >= array.length()) {
      return "index "
          + index
          + " of array "
          + array.name()
          + " is "
          + done
          + ": its indices are from 0 to "
          + (array.length() - 1);
    }
    return "index "
        + index
        + " of array "
        + array.name()
        + " is "
        + done
        + (array.iteration() == ArrayWindow.ANY_ITERATION
            ? " by an iteration on a worker that does not have it: "
            : " by iteration " + array.iteration() + ": ")
        + (done.equals("read")
            ? "say readsHalo, readsRow, readsRange, readsListed or readsAll in the loop"
            : "an iteration writes the index of its own number only");
  }

  static ProgramError dimensions(ArrayWindow array, int used) {
    return new ProgramError(
        "array "
            + array.name()
            + " of "
            + array.declared().extents().described()
            + " elements is used with "
            + used
            + (used == 1 ? " index" : " indices"));
  }
}
