/** Jobs on the machines of a trace by the code that runs live: each host and each message. */
@org.jspecify.annotations.NullMarked
package io.lull.simulator.exact;
