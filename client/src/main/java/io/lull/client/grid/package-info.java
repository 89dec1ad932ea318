/** The coordinator's client for a person's programs. */
@org.jspecify.annotations.NullMarked
package io.lull.client.grid;
