/** The agent of this machine as its owner's programs ask it. */
@org.jspecify.annotations.NullMarked
package io.lull.client.owner;
