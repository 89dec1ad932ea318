/** The client of this machine's agent for its owner's programs. */
@org.jspecify.annotations.NullMarked
package io.lull.client.owner;
