package io.lull.coordinator.web;

/** What is behind a door for browsers. Called by several threads; may take a while. */
interface RequestHandler {
  WebResponse answer(WebRequest request);
}
