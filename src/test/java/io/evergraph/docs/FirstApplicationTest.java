package io.evergraph.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.state.StateUpdate;
import io.evergraph.testkit.EvergraphExtension;
import io.evergraph.testkit.GraphRun;
import java.io.IOException;
import java.io.StringReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** The page on the first application: its POM, its code, its commands and its test. */
@ExtendWith(EvergraphExtension.class)
class FirstApplicationTest {
  private static final Path PAGE = Path.of("docs/getting-started.md");
  private static final String PROPERTIES = "```properties\n";
  private static final Pattern COMMAND =
      Pattern.compile(
          "curl -s http://127\\.0\\.0\\.1:8080(/\\S+)(?:[^\\n]*\\\\\\n\\s+-d '([^']+)')?");

  @Test
  void shouldShowTheApplicationAndTheTestThatRun() {
    new CodeOfPage(source("FirstApplication")).assertShownOn(PAGE, "application");
    new CodeOfPage(source("FirstApplicationTest")).assertShownOn(PAGE, "test");
  }

  private static Path source(String type) {
    return Path.of("src/test/java/io/evergraph/docs/" + type + ".java");
  }

  // begin test
  @Test
  void shouldGreetAsItIsTold() {
    GraphRun run =
        GraphRun.of(new FirstApplication().greeter())
            .input(StateUpdate.of(FirstApplication.NAME, "Ann"))
            .start();

    assertThat(run).asks("ask");
    assertThat(run.answer("Hello")).finished().holds(FirstApplication.GREETING, "Hello, Ann!");
  }

  // end test

  @Test
  void shouldAnswerTheCommandsOfThePage() throws Exception {
    String page = Files.readString(PAGE);
    List<String> replies = new ArrayList<>();
    try (ConfigurableApplicationContext application =
        new SpringApplicationBuilder(FirstApplication.class)
            .properties(properties(page))
            .properties("server.port=0", "evergraph.temporal.embedded=true")
            .run()) {
      String port = application.getEnvironment().getProperty("local.server.port");
      Matcher command = COMMAND.matcher(page);
      while (command.find()) {
        replies.add(reply("http://127.0.0.1:" + port + command.group(1), command.group(2)));
      }
    }

    assertThat(replies).hasSize(3);
    assertThat(replies.get(1)).contains("\"Greet Ann?\"");
    assertThat(replies.get(2)).contains("\"greeting\":\"Hello, Ann!\"");
  }

  private static Properties properties(String page) throws IOException {
    int begin = page.indexOf(PROPERTIES) + PROPERTIES.length();
    Properties properties = new Properties();
    properties.load(new StringReader(page.substring(begin, page.indexOf("```", begin))));
    return properties;
  }

  static String reply(String address, String body) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address));
    if (body != null) {
      request.header("content-type", "application/json").POST(BodyPublishers.ofString(body));
    }
    return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString()).body();
  }

  @Test
  void shouldNameTheVersionsThatThisIsBuiltWith() throws Exception {
    Document pom = xml(Files.readString(Path.of("pom.xml")));
    String text = Files.readString(PAGE);
    Document page = xml(text.substring(text.indexOf("<project"), text.indexOf("</project>") + 10));

    assertThat(text(page, "parent", "version"))
        .isEqualTo(text(pom, "properties", "spring-boot.version"));
    assertThat(versions(page))
        .containsEntry("evergraph", text(pom, "project", "version"))
        .containsEntry("temporal-testing", text(pom, "properties", "temporal.version"));
    assertThat(versions(pom).keySet()).contains("spring-boot-starter-webmvc", "temporal-testing");
  }

  private static TreeMap<String, String> versions(Document pom) {
    TreeMap<String, String> versions = new TreeMap<>();
    NodeList all = pom.getElementsByTagName("dependency");
    for (int i = 0; i < all.getLength(); i++) {
      Element one = (Element) all.item(i);
      NodeList version = one.getElementsByTagName("version");
      versions.put(
          one.getElementsByTagName("artifactId").item(0).getTextContent(),
          version.getLength() == 0 ? "" : version.item(0).getTextContent());
    }
    return versions;
  }

  private static String text(Document pom, String element, String child) {
    Element parent = (Element) pom.getElementsByTagName(element).item(0);
    return parent.getElementsByTagName(child).item(0).getTextContent();
  }

  private static Document xml(String text) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(text)));
  }
}
