package io.lull.platform.fallback.tray;

import io.lull.platform.tray.TrayContent;
import io.lull.platform.tray.TrayMenuItem;
import io.lull.platform.tray.TrayNotice;
import io.lull.platform.tray.drawing.TrayDrawing;
import io.lull.platform.tray.drawing.TrayPicture;
import java.awt.AWTException;
import java.awt.CheckboxMenuItem;
import java.awt.EventQueue;
import java.awt.GraphicsEnvironment;
import java.awt.Image;
import java.awt.Menu;
import java.awt.MenuItem;
import java.awt.PopupMenu;
import java.awt.SystemTray;
import java.awt.TrayIcon;
import java.awt.event.MouseAdapter;
import java.awt.event.MouseEvent;
import java.awt.image.BaseMultiResolutionImage;
import java.awt.image.BufferedImage;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Java's own tray. It works beside JavaFX: on Windows always; on macOS only if JavaFX has started
 * before, because both need the process's first thread and JavaFX must have it.
 */
final class AwtToolkit implements IconToolkit {
  /** Windows shows no more of a tooltip. */
  private static final int TOOLTIP_CHARACTERS = 127;

  /** The sizes for all scales between 100 and 300 %. */
  private static final List<Integer> SIZES_PIXELS = List.of(16, 20, 22, 24, 28, 32, 40, 44, 48);

  private @Nullable TrayIcon icon;
  private Consumer<String> chosen = _ -> {};

  @Override
  public Optional<String> missing() {
    try {
      if (GraphicsEnvironment.isHeadless()) {
        return Optional.of("Java was started without a screen (java.awt.headless)");
      }
      return SystemTray.isSupported()
          ? Optional.empty()
          : Optional.of("this desktop has no tray that Java knows");
    } catch (java.awt.AWTError | UnsatisfiedLinkError e) {
      return Optional.of("Java's toolkit cannot be used: " + e.getMessage());
    }
  }

  @Override
  public void later(Runnable task) {
    EventQueue.invokeLater(task);
  }

  @Override
  public void place(TrayContent face, Runnable activated, Consumer<String> told) {
    chosen = told;
    final TrayIcon made = new TrayIcon(image(face), tooltip(face), menu(face));
    made.setImageAutoSize(true);
    // A double click, or the return key.
    made.addActionListener(_ -> activated.run());
    made.addMouseListener(
        new MouseAdapter() {
          @Override
          public void mouseClicked(MouseEvent e) {
            if (e.getButton() == MouseEvent.BUTTON1 && e.getClickCount() == 1) {
              activated.run();
            }
          }
        });
    try {
      SystemTray.getSystemTray().add(made);
    } catch (AWTException e) {
      throw new ToolkitRefusal("the system's tray does not take the icon: " + e.getMessage(), e);
    }
    icon = made;
  }

  @Override
  public void replace(TrayContent before, TrayContent face) {
    final TrayIcon there = icon;
    if (there == null) {
      return;
    }
    if (before.state() != face.state() || before.tone() != face.tone()) {
      there.setImage(image(face));
    }
    there.setToolTip(tooltip(face));
    if (!before.menu().equals(face.menu())) {
      there.setPopupMenu(menu(face));
    }
  }

  @Override
  public void tell(TrayNotice notice) {
    if (icon != null) {
      icon.displayMessage(notice.title(), notice.text(), TrayIcon.MessageType.NONE);
    }
  }

  @Override
  public void remove() {
    if (icon != null) {
      SystemTray.getSystemTray().remove(icon);
      icon = null;
    }
  }

  private static Image image(TrayContent face) {
    final int base = SystemTray.getSystemTray().getTrayIconSize().width;
    final int[] sizes =
        Stream.concat(Stream.of(base), SIZES_PIXELS.stream())
            .mapToInt(Integer::intValue)
            .distinct()
            .sorted()
            .toArray();
    final Image[] variants =
        IntStream.of(sizes)
            .mapToObj(size -> image(TrayDrawing.of(face.state(), face.tone(), size)))
            .toArray(Image[]::new);
    return new BaseMultiResolutionImage(
        IntStream.range(0, sizes.length).filter(i -> sizes[i] == base).findFirst().orElse(0),
        variants);
  }

  private static BufferedImage image(TrayPicture picture) {
    final int size = picture.sizePixels();
    final BufferedImage image = new BufferedImage(size, size, BufferedImage.TYPE_INT_ARGB);
    image.setRGB(0, 0, size, size, picture.argb(), 0, size);
    return image;
  }

  private static String tooltip(TrayContent face) {
    final String whole =
        face.tooltip().isEmpty() ? face.title() : face.title() + "\n" + face.tooltip();
    return whole.length() <= TOOLTIP_CHARACTERS
        ? whole
        : whole.substring(0, TOOLTIP_CHARACTERS - 1) + "…";
  }

  private PopupMenu menu(TrayContent face) {
    final PopupMenu menu = new PopupMenu();
    face.menu().forEach(item -> add(menu, item));
    return menu;
  }

  private void add(Menu menu, TrayMenuItem item) {
    switch (item) {
      case TrayMenuItem.Action action -> {
        final MenuItem line = new MenuItem(action.label());
        line.setEnabled(action.enabled());
        line.addActionListener(_ -> chosen.accept(action.id()));
        menu.add(line);
      }
      case TrayMenuItem.Checked checked -> {
        final CheckboxMenuItem line = new CheckboxMenuItem(checked.label(), checked.on());
        line.setEnabled(checked.enabled());
        line.addItemListener(_ -> {
          // The listener decides whether the item is on.
          line.setState(checked.on());
          chosen.accept(checked.id());
        });
        menu.add(line);
      }
      case TrayMenuItem.Submenu within -> {
        final Menu line = new Menu(within.label());
        within.items().forEach(each -> add(line, each));
        menu.add(line);
      }
      case TrayMenuItem.Header header -> {
        final MenuItem line = new MenuItem(header.label());
        line.setEnabled(false);
        menu.add(line);
      }
      case TrayMenuItem.Separator _ -> menu.addSeparator();
    }
  }
}
