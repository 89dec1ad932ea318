/** What a person's programs say to the coordinator and to the agent: how it can fail. */
@org.jspecify.annotations.NullMarked
package io.lull.client;
