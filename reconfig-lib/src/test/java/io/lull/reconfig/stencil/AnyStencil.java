package io.lull.reconfig.stencil;

import static io.lull.reconfig.stencil.Stencil.at;
import static io.lull.reconfig.stencil.Stencil.constant;

import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;

/** Stencils at random, and their values worked out term by term. */
public final class AnyStencil {
  private static final List<Stencil.Operator> OPERATORS = List.of(Stencil.Operator.values());

  private AnyStencil() {}

  /**
   * @param planes how far it reads planes before and after
   * @param reach how far it reads rows and columns
   * @param depth of the expression
   */
  public static Stencil of(Random random, int planes, int reach, int depth) {
    final int kind = depth == 0 ? random.nextInt(2) : random.nextInt(7);
    return switch (kind) {
      case 0 ->
          at(
              random.nextInt(2 * planes + 1) - planes,
              random.nextInt(2 * reach + 1) - reach,
              random.nextInt(2 * reach + 1) - reach);
      case 1 -> constant(random.nextGaussian());
      case 2 -> of(random, planes, reach, depth - 1).times(random.nextGaussian());
      default ->
          new Stencil.Operation(
              OPERATORS.get(random.nextInt(OPERATORS.size())),
              of(random, planes, reach, depth - 1),
              of(random, planes, reach, depth - 1));
    };
  }

  /**
   * @param cells gives the value before of a cell around
   */
  public static double value(Stencil part, ToDoubleFunction<Stencil.Cell> cells) {
    return switch (part) {
      case Stencil.Cell read -> cells.applyAsDouble(read);
      case Stencil.Constant(double value) -> value;
      case Stencil.Operation(Stencil.Operator operator, Stencil left, Stencil right) -> {
        final double l = value(left, cells);
        final double r = value(right, cells);
        yield switch (operator) {
          case PLUS -> l + r;
          case MINUS -> l - r;
          case TIMES -> l * r;
          case OVER -> l / r;
        };
      }
    };
  }
}
