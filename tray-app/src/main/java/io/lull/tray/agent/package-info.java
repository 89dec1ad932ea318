/** The state of this computer's agent, as values, and the requests to it. */
@org.jspecify.annotations.NullMarked
package io.lull.tray.agent;
