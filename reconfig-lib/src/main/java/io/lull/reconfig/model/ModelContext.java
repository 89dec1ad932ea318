package io.lull.reconfig.model;

import io.lull.protocol.wire.WorkerReport;
import io.lull.reconfig.comm.ChannelHandlers;
import io.lull.reconfig.state.UnitTransfers;
import java.util.function.Consumer;

/**
 * The services of a worker for the model that it runs.
 *
 * @param safePoints the count, to be read
 * @param channels where a model names who handles its own channels, those from {@link
 *     io.lull.reconfig.comm.Channel#FIRST_OF_MODELS} on; until it has declared its program
 * @param units moves single units of the state between members
 * @param reports takes what the model itself tells the coordinator; any thread
 */
public record ModelContext(
    ProgramInput input,
    SafePointCounter safePoints,
    ChannelHandlers channels,
    UnitTransfers units,
    Consumer<WorkerReport.Builder> reports) {

  /** Of a program that runs without coordinator and without peers. */
  public static ModelContext alone(ProgramInput input) {
    return new ModelContext(
        input, new SafePointCounter(), new ChannelHandlers(), UnitTransfers.NONE, _ -> {});
  }
}
