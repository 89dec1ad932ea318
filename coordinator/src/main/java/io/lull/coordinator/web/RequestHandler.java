package io.lull.coordinator.web;

/** Answers requests of browsers. Any thread; may take a while. */
interface RequestHandler {
  WebResponse answer(WebRequest request);
}
