/** How the agent of this computer is, as values, and what may be asked of it. */
@org.jspecify.annotations.NullMarked
package io.lull.tray.agent;
