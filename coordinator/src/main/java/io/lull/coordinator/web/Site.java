package io.lull.coordinator.web;

/** What is behind a door for browsers. Called by several threads; may take a while. */
interface Site {
  Answer answer(Request request);
}
