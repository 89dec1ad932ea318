package io.lull.tray.icon;

import io.lull.tray.model.Tone;
import java.util.List;

/**
 * The icon as it is to be.
 *
 * @param tone by which its picture is chosen
 * @param tooltip a sentence
 */
public record TrayLook(Tone tone, String tooltip, List<TrayMenuItem> menu) {
  public TrayLook {
    menu = List.copyOf(menu);
  }
}
