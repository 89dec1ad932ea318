/** What the agent keeps on its disk for its owner: what guests were given, and a pause. */
@org.jspecify.annotations.NullMarked
package io.lull.agent.record;
