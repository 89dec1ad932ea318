package io.lull.protocol.log;

import io.lull.protocol.text.VisibleText;
import java.util.logging.LogRecord;
import java.util.logging.SimpleFormatter;

/** The usual lines, in which nothing that others chose controls a terminal or begins a new line. */
final class VisibleLogFormatter extends SimpleFormatter {
  @Override
  public String formatMessage(LogRecord logged) {
    return VisibleText.line(String.valueOf(super.formatMessage(logged)));
  }
}
