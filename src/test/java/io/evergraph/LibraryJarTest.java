package io.evergraph;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.graph.Graph;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** The library needs nothing of the application, and its jar holds nothing of it. */
class LibraryJarTest {
  private static final Path MAIN = Path.of("src/main/java");
  private static final Path RESOURCES = Path.of("src/main/resources");
  private static final Path APP = Path.of("src/app/java");
  private static final Path APP_RESOURCES = Path.of("src/app/resources");
  private static final String EXCLUDES =
      "//plugin[artifactId='maven-jar-plugin']//execution[id='default-jar']//exclude";
  private static final String LEFT_OUT_SOURCES =
      "//plugin[artifactId='maven-source-plugin']//execution[goals/goal='jar-no-fork']//exclude";
  private static final String DOCUMENTED =
      "//plugin[artifactId='maven-javadoc-plugin']//execution[goals/goal='jar']//sourcepath";

  /** What the annotation processor of Spring Boot adds for those who write properties. */
  private static final String GENERATED = "META-INF/spring-configuration-metadata.json";

  @Test
  @Tag("slow")
  void shouldCompileWithoutTheApplicationAndPackNothingElse() throws Exception {
    Set<String> library = compiled(Path.of("target/library-classes"));
    library.addAll(files(RESOURCES));

    assertThat(packed())
        .contains("io/evergraph/graph/Graph.class", "io/evergraph/spring/package-info.class")
        .containsExactlyInAnyOrderElementsOf(library);
  }

  @Test
  void shouldAttachItsSourcesAndNoOthers() throws Exception {
    Predicate<String> leftOut = matching(LEFT_OUT_SOURCES);

    assertThat(files(MAIN, RESOURCES, APP, APP_RESOURCES).stream().filter(leftOut.negate()))
        .containsExactlyInAnyOrderElementsOf(files(MAIN, RESOURCES));
  }

  @Test
  void shouldAttachTheJavadocOfItsSources() throws Exception {
    assertThat(inPom(DOCUMENTED)).containsExactly("${project.basedir}/" + MAIN);
  }

  /** Returns the class files that the library alone is compiled to. */
  private static Set<String> compiled(Path target) throws IOException {
    delete(target);
    Files.createDirectories(target);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (Stream<Path> sources = Files.walk(MAIN);
        StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      List<Path> java = sources.filter(it -> it.toString().endsWith(".java")).toList();
      List<String> options =
          List.of("-proc:none", "-XDsuppressNotes", "-d", target.toString(), "-cp", libraries());
      assertThat(
              compiler
                  .getTask(
                      null, files, null, options, null, files.getJavaFileObjectsFromPaths(java))
                  .call())
          .as("src/main/java compiles alone")
          .isTrue();
    }
    return files(target);
  }

  private static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> all = Files.walk(folder)) {
        all.sorted((one, other) -> other.compareTo(one)).map(Path::toFile).forEach(File::delete);
      }
    }
  }

  /** Returns the class path of the tests without the classes of this project. */
  private static String libraries() {
    return Arrays.stream(JavaProcess.classPath().split(File.pathSeparator))
        .filter(it -> it.endsWith(".jar"))
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** Returns what the build puts into the library's jar. */
  private static Set<String> packed() throws Exception {
    Predicate<String> excluded = matching(EXCLUDES);
    return files(classes()).stream()
        .filter(excluded.negate())
        .filter(it -> !it.equals(GENERATED))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Path classes() throws URISyntaxException {
    URI place = Graph.class.getProtectionDomain().getCodeSource().getLocation().toURI();
    return Path.of(place);
  }

  private static Predicate<String> matching(String patternsInPom) throws Exception {
    List<PathMatcher> patterns =
        inPom(patternsInPom).stream()
            .map(pattern -> "glob:" + pattern)
            .map(FileSystems.getDefault()::getPathMatcher)
            .toList();
    assertThat(patterns).isNotEmpty();
    return name -> patterns.stream().anyMatch(it -> it.matches(Path.of(name)));
  }

  private static List<String> inPom(String path) throws Exception {
    Document pom =
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new File("pom.xml"));
    NodeList found =
        (NodeList)
            XPathFactory.newInstance().newXPath().evaluate(path, pom, XPathConstants.NODESET);
    return IntStream.range(0, found.getLength())
        .mapToObj(i -> found.item(i).getTextContent().strip())
        .toList();
  }

  private static Set<String> files(Path... roots) throws IOException {
    Set<String> all = new TreeSet<>();
    for (Path root : roots) {
      all.addAll(files(root));
    }
    return all;
  }

  private static Set<String> files(Path root) throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(Files::isRegularFile)
          .map(it -> root.relativize(it).toString().replace(File.separatorChar, '/'))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }
}
