/** The HTTPS server for browsers: sign-in, pages and the JSON documents that they show. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.web;
