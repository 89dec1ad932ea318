/** From options or a specification file to a checked job. */
@org.jspecify.annotations.NullMarked
package io.lull.client.submit;
