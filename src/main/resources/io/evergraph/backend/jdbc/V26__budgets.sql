-- what was used of an account
CREATE TABLE evergraph_spent (
  account text        PRIMARY KEY,
  used    bigint      NOT NULL,
  ends_at timestamptz NOT NULL
);

CREATE INDEX evergraph_spent_end ON evergraph_spent (ends_at);

-- what is about to be used; an owner who tries again reserves under another id
CREATE TABLE evergraph_reserved (
  account    text        NOT NULL REFERENCES evergraph_spent ON DELETE CASCADE,
  id         text        NOT NULL,
  owner      text        NOT NULL,
  amount     bigint      NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (account, id)
);

-- Who reserves gets all parts or none; the first account that does not hold its part is returned,
-- with what is used of it. Accounts are locked in one order, so that nobody waits in a circle. What
-- has expired for longer than the last time is forgotten. What the owner has reserved before counts
-- no more and stays to be settled.
CREATE FUNCTION evergraph_reserve(
  whose text, who text, accounts text[], most bigint[], amounts bigint[], ends bigint[],
  millis bigint, late bigint)
  RETURNS TABLE (short text, taken bigint)
LANGUAGE plpgsql AS $$
DECLARE
  total bigint;
BEGIN
  INSERT INTO evergraph_spent
    SELECT name, 0, to_timestamp(ending / 1000.0) FROM unnest(accounts, ends) AS it(name, ending)
    ORDER BY name
    ON CONFLICT (account) DO UPDATE SET ends_at = excluded.ends_at;
  FOR i IN 1 .. cardinality(accounts) LOOP
    DELETE FROM evergraph_reserved WHERE account = accounts[i]
      AND expires_at < clock_timestamp() - late * interval '1 millisecond';
    SELECT used + (SELECT COALESCE(sum(amount), 0) FROM evergraph_reserved
        WHERE account = accounts[i] AND owner <> whose AND expires_at > clock_timestamp())
      INTO total FROM evergraph_spent WHERE account = accounts[i];
    IF total > most[i] - amounts[i] THEN
      RETURN QUERY SELECT accounts[i], total;
      RETURN;
    END IF;
  END LOOP;
  UPDATE evergraph_reserved SET amount = 0 WHERE account = ANY (accounts) AND owner = whose;
  INSERT INTO evergraph_reserved
    SELECT name, who, whose, part, clock_timestamp() + millis * interval '1 millisecond'
      FROM unnest(accounts, amounts) AS it(name, part)
    ON CONFLICT (account, id) DO UPDATE
      SET amount = excluded.amount, expires_at = excluded.expires_at;
END $$;

-- What was used takes the place of what was reserved, where it was.
CREATE FUNCTION evergraph_settle(who text, accounts text[], amounts bigint[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM evergraph_spent WHERE account = ANY (accounts) ORDER BY account FOR UPDATE;
  WITH gone AS (
    DELETE FROM evergraph_reserved WHERE id = who AND account = ANY (accounts) RETURNING account)
  UPDATE evergraph_spent AS it SET used = it.used + part
    FROM gone, unnest(accounts, amounts) AS given(name, part)
    WHERE it.account = gone.account AND given.name = gone.account;
END $$;
