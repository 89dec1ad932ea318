package io.lull.tray.submit;

import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;

/** A text field and its error. */
public final class FieldModel {
  private final String key;
  private final String title;
  private final String about;
  private final String prompt;
  private final StringProperty value = new SimpleStringProperty("");
  private final ReadOnlyStringWrapper problem = new ReadOnlyStringWrapper("");

  /**
   * @param about its purpose; empty: its title says it
   * @param prompt the default value
   */
  FieldModel(String key, String title, String about, String prompt) {
    this.key = key;
    this.title = title;
    this.about = about;
    this.prompt = prompt;
  }

  public String key() {
    return key;
  }

  public String title() {
    return title;
  }

  public String about() {
    return about;
  }

  public String prompt() {
    return prompt;
  }

  public StringProperty valueProperty() {
    return value;
  }

  /** Without surrounding blanks; empty: nothing is typed. */
  String text() {
    return value.get().strip();
  }

  void type(String text) {
    value.set(text);
  }

  void complain(String line) {
    problem.set(line);
  }

  /** Empty: no known error. */
  public ReadOnlyStringProperty problemProperty() {
    return problem.getReadOnlyProperty();
  }
}
