package io.lull.installers.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/**
 * Makes the bill of materials (CycloneDX) of one package out of that of the whole source tree: what
 * is in the package's folder is listed, with the checksum that it has there, and nothing else is;
 * with the Java runtime, which no build file names. The same files give the same bytes.
 */
public final class PackageBom {
  private static final int DONE = 0;
  private static final int BAD_INPUT = 2;
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private final JsonNode whole;
  private final Path folder;

  /**
   * @param whole the bill of the source tree
   * @param folder of the package: {@code lib} has its jars, {@code runtime} its Java
   */
  PackageBom(JsonNode whole, Path folder) {
    this.whole = whole;
    this.folder = folder;
  }

  /** Called by {@code installers/build}: {@code WHOLE FOLDER PACKAGE VERSION EPOCH-SECONDS}. */
  public static void main(String[] arguments) {
    if (arguments.length != 5) {
      System.err.println("PackageBom: WHOLE FOLDER PACKAGE VERSION EPOCH-SECONDS");
      System.exit(BAD_INPUT);
    }
    try {
      final PackageBom bom =
          new PackageBom(JSON.readTree(Path.of(arguments[0]).toFile()), Path.of(arguments[1]));
      System.out.println(
          bom.text(
              arguments[2], arguments[3], Instant.ofEpochSecond(Long.parseLong(arguments[4]))));
      System.exit(DONE);
    } catch (IOException | IllegalArgumentException e) {
      System.err.println("PackageBom: " + e.getMessage());
      System.exit(BAD_INPUT);
    }
  }

  /**
   * @param at the time that it gives as its own
   * @throws IllegalArgumentException when a jar is in the package that the source tree's bill does
   *     not know
   */
  String text(String name, String version, Instant at) throws IOException {
    final ObjectNode bom = JSON.createObjectNode();
    bom.put("bomFormat", "CycloneDX");
    bom.put("specVersion", whole.path("specVersion").asText("1.6"));
    bom.put("version", 1);
    final ObjectNode metadata = bom.putObject("metadata");
    metadata.put("timestamp", at.toString());
    final String own = "pkg:generic/" + name + "@" + version;
    component(metadata.putObject("component"), "application", name, version).put("bom-ref", own);
    final ArrayNode components = bom.putArray("components");
    final TreeSet<String> references = new TreeSet<>();
    for (final ObjectNode jar : jars().values()) {
      components.add(jar);
      references.add(jar.path("bom-ref").asText());
    }
    final ObjectNode runtime = runtime();
    components.add(runtime);
    references.add(runtime.path("bom-ref").asText());
    final ArrayNode dependencies = bom.putArray("dependencies");
    final ObjectNode all = dependencies.addObject();
    all.put("ref", own);
    references.forEach(all.putArray("dependsOn")::add);
    dependencies.addAll(dependencies(references));
    final byte[] content = JSON.writeValueAsBytes(bom);
    bom.put("serialNumber", "urn:uuid:" + UUID.nameUUIDFromBytes(content));
    return JSON.writeValueAsString(bom);
  }

  private SortedMap<String, ObjectNode> jars() throws IOException {
    final Map<String, JsonNode> known = new HashMap<>();
    // Whose bill it is, is no part of its own list.
    known.put(fileName(whole.at("/metadata/component")), whole.at("/metadata/component"));
    for (final JsonNode component : whole.path("components")) {
      known.put(fileName(component), component);
    }
    final SortedMap<String, ObjectNode> jars = new TreeMap<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder.resolve("lib"), "*.jar")) {
      for (final Path file : files) {
        final String name = String.valueOf(file.getFileName());
        final JsonNode component = known.get(name);
        if (component == null) {
          throw new IllegalArgumentException(name + " is in the package, and no build file has it");
        }
        final ObjectNode jar = component.deepCopy();
        final ObjectNode hash = jar.putArray("hashes").addObject();
        hash.put("alg", "SHA-256");
        hash.put("content", sha256(file));
        jars.put(name, jar);
      }
    }
    return jars;
  }

  private static String fileName(JsonNode component) {
    final String purl = component.path("purl").asText();
    final int at = purl.indexOf("classifier=");
    final String classifier =
        at < 0 ? "" : "-" + purl.substring(at + "classifier=".length()).split("&", 2)[0];
    return component.path("name").asText()
        + "-"
        + component.path("version").asText()
        + classifier
        + ".jar";
  }

  private ObjectNode runtime() throws IOException {
    final Properties release = new Properties();
    try (var text = Files.newBufferedReader(folder.resolve("runtime/release"))) {
      release.load(text);
    }
    final String version = unquoted(release, "JAVA_RUNTIME_VERSION", "JAVA_VERSION");
    final ObjectNode runtime =
        component(JSON.createObjectNode(), "platform", "OpenJDK runtime", version);
    runtime.put("bom-ref", "pkg:generic/openjdk@" + version);
    runtime.put("purl", "pkg:generic/openjdk@" + version);
    runtime.put("publisher", unquoted(release, "IMPLEMENTOR"));
    runtime
        .putArray("licenses")
        .addObject()
        .put("expression", "GPL-2.0-only WITH Classpath-exception-2.0");
    final ArrayNode properties = runtime.putArray("properties");
    for (final String module : unquoted(release, "MODULES").split(" ")) {
      properties.addObject().put("name", "java:module").put("value", module);
    }
    return runtime;
  }

  private static String unquoted(Properties release, String... keys) {
    for (final String key : keys) {
      final String value = release.getProperty(key, "").replace("\"", "").strip();
      if (!value.isEmpty()) {
        return value;
      }
    }
    throw new IllegalArgumentException("the runtime's file 'release' has no " + keys[0]);
  }

  /** Who of those listed needs whom of those listed. */
  private ArrayNode dependencies(Set<String> references) {
    final SortedMap<String, TreeSet<String>> needs = new TreeMap<>();
    for (final JsonNode dependency : whole.path("dependencies")) {
      if (references.contains(dependency.path("ref").asText())) {
        final TreeSet<String> of =
            needs.computeIfAbsent(dependency.path("ref").asText(), _ -> new TreeSet<>());
        dependency.path("dependsOn").forEach(on -> of.add(on.asText()));
        of.retainAll(references);
      }
    }
    final ArrayNode dependencies = JSON.createArrayNode();
    needs.forEach((reference, of) -> {
      final ObjectNode dependency = dependencies.addObject();
      dependency.put("ref", reference);
      of.forEach(dependency.putArray("dependsOn")::add);
    });
    return dependencies;
  }

  private static ObjectNode component(ObjectNode to, String type, String name, String version) {
    return to.put("type", type).put("name", name).put("version", version);
  }

  private static String sha256(Path file) throws IOException {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
