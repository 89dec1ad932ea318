package io.lull.platform.linux;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;

/** Builds a program for the kernel's filter of system calls, see seccomp(2) and its struct. */
final class FilterProgram {
  static final int EPERM = 1;
  static final int EACCES = 13;
  static final int ENOSYS = 38;

  /** The kernel takes no longer ones. */
  static final int MAX_INSTRUCTIONS = 4096;

  private static final int LOAD = 0x20;
  private static final int IF_EQUAL = 0x15;
  private static final int IF_AT_LEAST = 0x35;
  private static final int IF_ANY_BIT = 0x45;
  private static final int AND = 0x54;
  private static final int RETURN = 0x06;
  private static final int ALLOW = 0x7fff0000;
  private static final int REFUSE = 0x00050000;
  private static final int CALL = 0;
  private static final int ARCHITECTURE = 4;
  private static final int FIRST_ARGUMENT = 16;
  private static final int ARGUMENT_BYTES = 8;
  private static final int INSTRUCTION_BYTES = 8;

  private record Instruction(int code, int yes, int no, int value) {}

  /** What a call with certain arguments gets; begins with no argument loaded. */
  interface Rule {
    void write(FilterProgram program);
  }

  private final List<Instruction> instructions = new ArrayList<>();

  /** All calls of another instruction set are refused. */
  FilterProgram onlyFor(int architecture) {
    put(LOAD, 0, 0, ARCHITECTURE);
    put(IF_EQUAL, 1, 0, architecture);
    refuse(ENOSYS);
    return loadCall();
  }

  private FilterProgram loadCall() {
    put(LOAD, 0, 0, CALL);
    return this;
  }

  /** The number of the call is loaded before and after. */
  FilterProgram call(int number, Rule rule) {
    final FilterProgram decision = new FilterProgram();
    rule.write(decision);
    put(IF_EQUAL, 0, decision.instructions.size(), number);
    instructions.addAll(decision.instructions);
    return this;
  }

  /** Calls from this number on. */
  FilterProgram refuseFrom(int number, int error) {
    put(IF_AT_LEAST, 0, 1, number);
    return refuse(error);
  }

  /** Allows these calls, and refuses all others. */
  FilterProgram allowOnly(SortedSet<Integer> numbers, int error) {
    int from = -1;
    int next = -1;
    for (final int number : numbers) {
      if (number != next) {
        allowRange(from, next, error);
        from = number;
      }
      next = number + 1;
    }
    allowRange(from, next, error);
    return refuse(error);
  }

  /** They come in ascending order: what is below this range is in none. */
  private void allowRange(int from, int end, int error) {
    if (from < 0) {
      return;
    }
    put(IF_AT_LEAST, 1, 0, from);
    refuse(error);
    put(IF_AT_LEAST, 1, 0, end);
    allow();
  }

  /** Only the lower half of an argument: the kernel, too, reads these arguments as 32 bits. */
  FilterProgram loadArgument(int index) {
    put(LOAD, 0, 0, FIRST_ARGUMENT + ARGUMENT_BYTES * index);
    return this;
  }

  FilterProgram mask(int bits) {
    put(AND, 0, 0, bits);
    return this;
  }

  FilterProgram allowIf(int value) {
    put(IF_EQUAL, 0, 1, value);
    return allow();
  }

  FilterProgram refuseUnless(int value, int error) {
    put(IF_EQUAL, 1, 0, value);
    return refuse(error);
  }

  FilterProgram refuseIf(int value, int error) {
    put(IF_EQUAL, 0, 1, value);
    return refuse(error);
  }

  FilterProgram refuseIfAnyBit(int bits, int error) {
    put(IF_ANY_BIT, 0, 1, bits);
    return refuse(error);
  }

  FilterProgram allow() {
    put(RETURN, 0, 0, ALLOW);
    return this;
  }

  FilterProgram refuse(int error) {
    put(RETURN, 0, 0, REFUSE | error);
    return this;
  }

  /**
   * @param yes instructions to skip on a match
   * @param no instructions to skip otherwise
   */
  private void put(int code, int yes, int no, int value) {
    instructions.add(new Instruction(code, yes, no, value));
  }

  byte[] bytes() {
    if (instructions.size() > MAX_INSTRUCTIONS) {
      throw new IllegalStateException(instructions.size() + " instructions are too many");
    }
    final ByteBuffer bytes =
        ByteBuffer.allocate(instructions.size() * INSTRUCTION_BYTES).order(ByteOrder.nativeOrder());
    for (final Instruction each : instructions) {
      bytes.putShort((short) each.code).put((byte) each.yes).put((byte) each.no).putInt(each.value);
    }
    return bytes.array();
  }
}
