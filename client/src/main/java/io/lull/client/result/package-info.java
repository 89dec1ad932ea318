/** Makes a job's results ready to show. */
@org.jspecify.annotations.NullMarked
package io.lull.client.result;
