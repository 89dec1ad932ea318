package io.lull.tray.shell;

import io.lull.tray.ui.PageElements;
import io.lull.tray.ui.PageView;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Supplier;
import javafx.beans.binding.Bindings;
import javafx.geometry.Pos;
import javafx.scene.Parent;
import javafx.scene.control.Label;
import javafx.scene.control.Toggle;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** The window's content: the pages' names at the left, the selected page beside them. */
public final class ShellView {
  private final ShellViewModel model;
  private final Map<Page, Supplier<PageView>> makers;
  private final Map<Page, PageView> made = new EnumMap<>(Page.class);
  private final BorderPane root = new BorderPane();
  private final ToggleGroup group = new ToggleGroup();
  private @Nullable PageView inSight;
  private boolean showing;

  /**
   * @param makers of each page in its order, even if not offered now, called when it is first
   *     opened
   */
  public ShellView(ShellViewModel model, Map<Page, Supplier<PageView>> makers) {
    this.model = model;
    this.makers = makers;
    root.getStyleClass().add("shell");
    root.setLeft(sidebar());
    model.pageProperty().subscribe(this::open);
  }

  private Region sidebar() {
    final VBox sidebar = new VBox();
    sidebar.getStyleClass().add("sidebar");
    final Label name = PageElements.label(model.texts().say("title"), "brand");
    name.setGraphic(PageElements.icon("fth-moon", "brand-mark"));
    sidebar.getChildren().add(name);
    final VBox pages = new VBox();
    pages.getStyleClass().add("navigation");
    pages.setAccessibleText(model.texts().say("navigation"));
    makers
        .keySet()
        .forEach(page ->
            pages
                .getChildren()
                .add(
                    PageElements.only(
                        button(page),
                        Bindings.createBooleanBinding(
                            () -> model.pages().contains(page), model.pages()))));
    sidebar.getChildren().addAll(pages, PageElements.spring(), agent());
    group
        .selectedToggleProperty()
        .subscribe((before, now) -> {
          // A second click keeps a page selected.
          if (now == null && before != null) {
            group.selectToggle(before);
          }
        });
    return sidebar;
  }

  private ToggleButton button(Page page) {
    final String title = model.texts().say("page." + page.key());
    final ToggleButton button = new ToggleButton(title);
    button.setGraphic(PageElements.icon(page.icon()));
    button.getStyleClass().add("navigation-item");
    button.setToggleGroup(group);
    button.setUserData(page);
    button.setMaxWidth(Double.MAX_VALUE);
    button.setAccessibleText(title);
    button.setOnAction(_ -> model.open(page));
    button.setOnKeyPressed(key -> {
      if (key.getCode() == KeyCode.ENTER) {
        model.open(page);
        key.consume();
      }
    });
    return button;
  }

  private Region agent() {
    final Region dot = PageElements.dot(model.toneProperty().get());
    model.toneProperty().subscribe(tone -> PageElements.tone(dot, tone));
    final Label node = PageElements.label("", "agent-node");
    node.textProperty().bind(model.nodeProperty());
    PageElements.only(node, model.nodeProperty().isNotEmpty());
    final Label line = PageElements.label("", "agent-line");
    line.textProperty().bind(model.lineProperty());
    final VBox words = new VBox(node, line);
    final HBox agent = new HBox(dot, words);
    agent.setAlignment(Pos.CENTER_LEFT);
    agent.getStyleClass().add("agent");
    agent
        .accessibleTextProperty()
        .bind(Bindings.concat(model.nodeProperty(), " ", model.lineProperty()));
    return agent;
  }

  private void open(Page page) {
    for (final Toggle toggle : group.getToggles()) {
      if (page.equals(toggle.getUserData())) {
        group.selectToggle(toggle);
      }
    }
    if (inSight != null && showing) {
      inSight.hidden();
    }
    final Supplier<PageView> maker = makers.get(page);
    if (maker == null) {
      throw new IllegalArgumentException("nobody makes the page " + page);
    }
    final PageView view = made.computeIfAbsent(page, _ -> maker.get());
    inSight = view;
    root.setCenter(view.node());
    if (showing) {
      view.shown();
    }
  }

  /** Whether the window is visible: pages fetch only then. */
  public void showing(boolean now) {
    if (now == showing) {
      return;
    }
    showing = now;
    if (inSight != null) {
      if (now) {
        inSight.shown();
      } else {
        inSight.hidden();
      }
    }
  }

  public Parent node() {
    return root;
  }
}
