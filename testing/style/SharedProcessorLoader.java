import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Loads Error Prone once for all compilations of a thread, where javac would load it anew for each
 * module's classes and again for its tests: the machine would then compile its code anew each time,
 * too, and that is a fifth of all that a build computes. javac makes one of these for each
 * compilation (its option {@code -XDprocloader}); the boot class path has this class.
 *
 * <p>Two threads that build modules at the same time do not share it: NullAway has static maps that
 * are not meant for that, and a search in one of them once never ended.
 */
public final class SharedProcessorLoader extends ClassLoader {
  private static final ThreadLocal<Map<String, ClassLoader>> LOADERS =
      ThreadLocal.withInitial(HashMap::new);

  /**
   * @param jars in which the plugins of javac are
   * @param parent has javac itself
   */
  public SharedProcessorLoader(URL[] jars, ClassLoader parent) {
    super(
        LOADERS
            .get()
            .computeIfAbsent(Arrays.toString(jars), jar -> new URLClassLoader(jars, parent)));
  }
}
