/** Decides whether guests may run beside the owner: pure steps without threads or devices. */
@org.jspecify.annotations.NullMarked
package io.lull.agent.core.owner;
