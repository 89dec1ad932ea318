import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Loads Error Prone once for all compilations of a build, where javac would load it anew for each
 * module's classes and again for its tests: the machine would then compile its code anew each time,
 * too, and that is a fifth of all that a build computes. javac makes one of these for each
 * compilation (its option {@code -XDprocloader}); the boot class path has this class. Any thread.
 */
public final class SharedProcessorLoader extends ClassLoader {
  private static final Map<String, ClassLoader> LOADERS = new ConcurrentHashMap<>();

  /**
   * @param jars in which the plugins of javac are
   * @param parent has javac itself
   */
  public SharedProcessorLoader(URL[] jars, ClassLoader parent) {
    super(LOADERS.computeIfAbsent(Arrays.toString(jars), jar -> new URLClassLoader(jars, parent)));
  }
}
