package io.lull.reconfig.worker;

import io.lull.reconfig.transfer.PairTransfers;
import io.lull.reconfig.transfer.TransferReceiver;

/**
 * The parts of the state that other workers send.
 *
 * @param blocks of arrays and other objects, in changes
 * @param units that move between safe points
 */
public record ArrivingState(TransferReceiver blocks, PairTransfers units) {}
