/** What the agent stores for its owner: the guests' use of the computer, and a pause. */
@org.jspecify.annotations.NullMarked
package io.lull.agent.record;
