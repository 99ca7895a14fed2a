package io.evergraph.demo.chaos;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

record Times(List<Duration> sorted) {
  Times {
    sorted = sorted.stream().sorted().toList();
  }

  int count() {
    return sorted.size();
  }

  long within(Duration limit) {
    return sorted.stream().filter(time -> time.compareTo(limit) <= 0).count();
  }

  Duration quantile(double share) {
    return sorted.isEmpty()
        ? Duration.ZERO
        : sorted.get((int) Math.ceil(share * sorted.size()) - 1);
  }

  String describe() {
    return sorted.isEmpty()
        ? "none"
        : "%d, p50 %s, p99 %s, longest %s"
            .formatted(
                count(), seconds(quantile(0.5)), seconds(quantile(0.99)), seconds(quantile(1)));
  }

  Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("count", count());
    map.put("p50_ms", quantile(0.5).toMillis());
    map.put("p99_ms", quantile(0.99).toMillis());
    map.put("max_ms", quantile(1).toMillis());
    return map;
  }

  static String seconds(Duration time) {
    return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1000.0);
  }
}
