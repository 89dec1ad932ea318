/** The coordinator as a person's programs call it. */
@org.jspecify.annotations.NullMarked
package io.lull.client.grid;
