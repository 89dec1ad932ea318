/** Where a person's credentials are, and how they are kept good. */
@org.jspecify.annotations.NullMarked
package io.lull.client.login;
