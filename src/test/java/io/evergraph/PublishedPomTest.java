package io.evergraph;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.NodeList;

/**
 * What an application gets with the library: the dependencies that are neither optional nor for
 * tests.
 */
class PublishedPomTest {
  private static final String DEPENDENCIES = "/project/dependencies/dependency";
  private static final String OPTIONAL = DEPENDENCIES + "[optional='true']/artifactId";
  private static final String HANDED_ON =
      DEPENDENCIES + "[not(optional='true') and not(scope='test')]/artifactId";

  /** None of these brings the test server or assertj along. */
  private static final Set<String> KNOWN =
      Set.of(
          "jspecify",
          "slf4j-api",
          "jackson-databind",
          "jackson-datatype-jsr310",
          "jackson-datatype-jdk8",
          "jackson-dataformat-yaml",
          "json-schema-validator",
          "jsonschema-generator",
          "jsonschema-module-jackson",
          "caffeine",
          "failsafe",
          "temporal-sdk",
          "langchain4j");

  private static List<String> artifacts(String path) throws Exception {
    NodeList found =
        (NodeList)
            XPathFactory.newInstance()
                .newXPath()
                .evaluate(
                    path,
                    DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(new File("pom.xml")),
                    XPathConstants.NODESET);
    return IntStream.range(0, found.getLength())
        .mapToObj(i -> found.item(i).getTextContent())
        .toList();
  }

  @Test
  void shouldHandOnNeitherTheTestServerNorAssertions() throws Exception {
    assertThat(artifacts(HANDED_ON)).containsExactlyInAnyOrderElementsOf(KNOWN);
    assertThat(artifacts(OPTIONAL))
        .contains("assertj-core", "junit-jupiter-api", "temporal-testing");
  }

  /** Its Spring 6 must not meet ours. */
  @Test
  void shouldCompileAgainstTheApiOfSpringAiAlibabaAlone() throws Exception {
    String bridged = DEPENDENCIES + "[artifactId='spring-ai-alibaba-graph-core']";

    assertThat(artifacts(bridged + "/optional")).containsExactly("true");
    assertThat(artifacts(bridged + "/exclusions/exclusion/*")).containsExactly("*", "*");
    assertThat(artifacts("//plugin//excludeGroupIds"))
        .singleElement()
        .satisfies(left -> assertThat(left).contains("com.alibaba.cloud.ai"));
  }
}
