package io.evergraph.server.admin;

import io.evergraph.server.Problem;
import io.evergraph.server.RefusingFilter;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.springframework.http.HttpStatus;

/** Keeps the admin endpoints off as long as nobody has to log in for them. */
public final class AdminFilter extends RefusingFilter {
  private static final String DETAIL =
      "Expected a login in front of the admin endpoints but found none, so that they are off. Put"
          + " Spring Security in front of them, or set evergraph.web.allow-admin=true where"
          + " something else keeps strangers out.";

  private final BooleanSupplier isProtected;

  /**
   * Makes a filter.
   *
   * @param isProtected whether somebody checks who calls
   */
  public AdminFilter(BooleanSupplier isProtected) {
    this.isProtected = isProtected;
  }

  @Override
  protected Optional<Problem> refusal(HttpServletRequest request) {
    return isProtected.getAsBoolean()
        ? Optional.empty()
        : Optional.of(Problem.of(HttpStatus.FORBIDDEN, "admin off", DETAIL));
  }
}
