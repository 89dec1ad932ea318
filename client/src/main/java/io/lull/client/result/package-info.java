/** What a job leaves, made fit to be shown. */
@org.jspecify.annotations.NullMarked
package io.lull.client.result;
