package io.lull.platform.linux.tray;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.platform.tray.TrayMenuItem;
import io.lull.platform.tray.TrayMenuItem.Action;
import io.lull.platform.tray.TrayMenuItem.Checked;
import io.lull.platform.tray.TrayMenuItem.Header;
import io.lull.platform.tray.TrayMenuItem.Separator;
import io.lull.platform.tray.TrayMenuItem.Submenu;
import io.lull.testkit.random.Seed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class MenuTreeTest {
  @RegisterExtension final Seed seed = Seed.ofThisRun();

  private static List<Integer> ids(MenuTree tree) {
    return tree.item(MenuTree.ROOT).orElseThrow().children().stream()
        .map(MenuTree.Node::id)
        .toList();
  }

  @Test
  void theSameMenuIsNoChange() {
    final List<TrayMenuItem> menu = List.of(new Action("a", "A"), new Separator());
    final MenuTree tree = new MenuTree(menu);
    final MenuTree.Change change = tree.show(List.of(new Action("a", "A"), new Separator()));
    assertThat(change).isEqualTo(new MenuTree.Change(false, List.of()));
    assertThat(tree.revision()).isEqualTo(1);
  }

  @Test
  void anItemThatStaysKeepsItsNumberWhereverItIs() {
    final MenuTree tree = new MenuTree(List.of(new Action("a", "A"), new Action("b", "B")));
    final List<Integer> before = ids(tree);
    final MenuTree.Change change =
        tree.show(List.of(new Header("new"), new Action("b", "B"), new Action("a", "A!")));
    assertThat(change.layout()).isTrue();
    assertThat(tree.revision()).isEqualTo(2);
    assertThat(ids(tree).subList(1, 3)).containsExactly(before.get(1), before.get(0));
  }

  @Test
  void aChangeWithinASubmenuIsFound() {
    final MenuTree tree =
        new MenuTree(List.of(new Submenu("s", List.of(new Checked("c", "C", true, true)))));
    final MenuTree.Change change =
        tree.show(List.of(new Submenu("s", List.of(new Checked("c", "C", false, true)))));
    assertThat(change.layout()).isFalse();
    assertThat(change.items()).hasSize(1);
    assertThat(tree.show(List.of(new Submenu("s", List.of()))).layout()).isTrue();
  }

  /** Whatever is shown after whatever: a number means one item for ever. */
  @Test
  void noNumberEverChoosesAnythingElse() {
    final RandomGenerator random = seed.random();
    final MenuTree tree = new MenuTree(List.of());
    final Map<Integer, String> meaning = new HashMap<>();
    for (int i = 0; i < 2_000; i++) {
      final int revision = tree.revision();
      final List<Integer> before = ids(tree);
      final MenuTree.Change change = tree.show(menu(random, 3));
      assertThat(change.layout()).isEqualTo(tree.revision() > revision);
      if (!change.layout()) {
        assertThat(ids(tree)).isEqualTo(before);
      }
      tree.all()
          .filter(node -> node.id() != MenuTree.ROOT)
          .forEach(node -> {
            final String now =
                node.item().getClass().getSimpleName()
                    + switch (node.item()) {
                      case Action action -> action.id();
                      case Checked checked -> checked.id();
                      case Submenu within -> within.label();
                      case Header _, Separator _ -> "";
                    };
            assertThat(meaning.computeIfAbsent(node.id(), _ -> now)).isEqualTo(now);
          });
    }
  }

  private static List<TrayMenuItem> menu(RandomGenerator random, int depth) {
    final List<TrayMenuItem> items = new ArrayList<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      final String id = "id" + random.nextInt(5);
      items.add(
          switch (random.nextInt(depth == 0 ? 4 : 5)) {
            case 0 -> new Action(id, "label" + random.nextInt(3), random.nextBoolean());
            case 1 -> new Checked(id, "label", random.nextBoolean(), true);
            case 2 -> new Header("says " + random.nextInt(3));
            case 3 -> new Separator();
            default -> new Submenu(id, menu(random, depth - 1));
          });
    }
    return items;
  }
}
