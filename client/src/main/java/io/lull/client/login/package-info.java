/** A person's credentials: stored and renewed. */
@org.jspecify.annotations.NullMarked
package io.lull.client.login;
