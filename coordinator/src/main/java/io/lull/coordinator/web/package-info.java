/** The page for browsers: its HTTPS server, sign-in, and the documents that it shows. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.web;
