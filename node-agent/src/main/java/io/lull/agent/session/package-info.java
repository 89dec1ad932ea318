/** The conversation with the coordinator: one stream, kept up across failures of either side. */
@org.jspecify.annotations.NullMarked
package io.lull.agent.session;
