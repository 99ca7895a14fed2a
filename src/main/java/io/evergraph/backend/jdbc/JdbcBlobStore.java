package io.evergraph.backend.jdbc;

import io.evergraph.error.BlobUnavailableException;
import io.evergraph.error.InvalidInputException;
import io.evergraph.runtime.spi.BlobReference;
import io.evergraph.runtime.spi.BlobStore;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.TransactionException;

/**
 * Keeps contents in a table of a PostgreSQL database, {@code evergraph_blob}, which it makes when
 * it is not there.
 */
public final class JdbcBlobStore implements BlobStore, AutoCloseable {
  private final JdbcClient client;

  /** What a caller takes back may have been referred to already by what it does not take back. */
  private final OutsideTransaction apart;

  private final Runnable onClose;

  /**
   * Makes a store in a database and brings the table up to date.
   *
   * @param database stays open when the store is closed
   * @throws InvalidInputException when the table cannot be made
   */
  public JdbcBlobStore(DataSource database) {
    this(database, () -> {});
  }

  private JdbcBlobStore(DataSource database, Runnable onClose) {
    this.apart = new OutsideTransaction(database);
    this.client = JdbcClient.create(apart.connections());
    this.onClose = onClose;
    JdbcSchema.bringUpToDate(database);
  }

  /**
   * Makes a store with connections of its own, which are closed with it.
   *
   * @param url such as {@code jdbc:postgresql://host:5432/name}
   * @throws InvalidInputException when the database cannot be used
   */
  public static JdbcBlobStore open(String url, String username, String password) {
    return JdbcSchema.open(url, username, password, "evergraph-blobs", JdbcBlobStore::new);
  }

  @Override
  public BlobReference put(byte[] content) {
    BlobReference reference = BlobReference.of(content);
    return with(
        reference,
        () -> {
          if (noteUse(reference) == 0) {
            insert(reference, content);
          }
          return reference;
        });
  }

  /** A clean-up that waits for this row sees the new time and leaves it. */
  private int noteUse(BlobReference reference) {
    return client
        .sql("UPDATE evergraph_blob SET stored_at = now() WHERE hash = :hash AND size = :size")
        .param("hash", reference.hash())
        .param("size", reference.size())
        .update();
  }

  private void insert(BlobReference reference, byte[] content) {
    int unused =
        client
            .sql(
                "INSERT INTO evergraph_blob (hash, size, content)"
                    + " VALUES (:hash, :size, :content) ON CONFLICT (hash)"
                    + " DO UPDATE SET size = :size, content = :content, stored_at = now()")
            .param("hash", reference.hash())
            .param("size", reference.size())
            .param("content", content)
            .update();
  }

  @Override
  public byte[] get(BlobReference reference) {
    Optional<byte[]> content =
        with(
            reference,
            () ->
                client
                    .sql("SELECT content FROM evergraph_blob WHERE hash = :hash")
                    .param("hash", reference.hash())
                    .query(byte[].class)
                    .optional());
    return content
        .map(reference::verified)
        .orElseThrow(
            () ->
                BlobUnavailableException.lost(
                    reference.hash(), "there is no such row in evergraph_blob"));
  }

  @Override
  public void delete(BlobReference reference) {
    int unused =
        with(
            reference,
            () ->
                client
                    .sql("DELETE FROM evergraph_blob WHERE hash = :hash")
                    .param("hash", reference.hash())
                    .update());
  }

  @Override
  public Set<BlobReference> references() {
    return Set.copyOf(lastPutBefore(OffsetDateTime.MAX));
  }

  /** Each row is looked at again when it is removed: a put meanwhile has set its time. */
  @Override
  public int deleteUnusedSince(Instant time, Predicate<BlobReference> isNeeded) {
    OffsetDateTime before = time.atOffset(ZoneOffset.UTC);
    return lastPutBefore(before).stream()
        .filter(isNeeded.negate())
        .mapToInt(reference -> deleteIfUnused(reference, before))
        .sum();
  }

  private int deleteIfUnused(BlobReference reference, OffsetDateTime before) {
    return with(
        reference,
        () ->
            client
                .sql("DELETE FROM evergraph_blob WHERE hash = :hash AND stored_at < :before")
                .param("hash", reference.hash())
                .param("before", before)
                .update());
  }

  private List<BlobReference> lastPutBefore(OffsetDateTime before) {
    return with(
        "the list of contents",
        () ->
            client
                .sql("SELECT hash, size FROM evergraph_blob WHERE stored_at < :before")
                .param("before", before)
                .query(
                    (row, number) -> new BlobReference(row.getString("hash"), row.getLong("size")))
                .list());
  }

  private <T> T with(BlobReference reference, Supplier<T> action) {
    return with(reference.hash(), action);
  }

  private <T> T with(String content, Supplier<T> action) {
    try {
      return apart.call(action);
    } catch (DataAccessException | TransactionException failure) {
      throw new BlobUnavailableException(content, String.valueOf(failure.getMessage()))
          .causedBy(failure);
    }
  }

  @Override
  public void close() {
    onClose.run();
  }
}
