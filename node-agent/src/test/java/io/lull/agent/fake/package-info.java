/** Stand-ins for what an agent talks with. */
@org.jspecify.annotations.NullMarked
package io.lull.agent.fake;
