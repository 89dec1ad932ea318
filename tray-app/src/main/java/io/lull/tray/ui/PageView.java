package io.lull.tray.ui;

import javafx.scene.Parent;

/** A page of the window. Made when it is first opened, on the toolkit's thread. */
public interface PageView {
  Parent node();

  /** It is in sight from now on: what it shows is to be fetched. */
  default void shown() {}

  /** It is out of sight: nothing is fetched for it any more. */
  default void hidden() {}
}
