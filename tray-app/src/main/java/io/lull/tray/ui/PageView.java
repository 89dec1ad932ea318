package io.lull.tray.ui;

import javafx.scene.Parent;

/** A page of the window, made when it is first opened, on the toolkit's thread. */
public interface PageView {
  Parent node();

  /** The page is visible from now on: it fetches its content. */
  default void shown() {}

  /** The page is hidden: it fetches nothing any more. */
  default void hidden() {}
}
