-- As before, but that the turn of who did not ask again in time has ended, also for itself: lets in who has room, one
-- after the other, all places or none. A place is full when as many are in it, or wait for it and go first, as it
-- holds; who finds one full waits for it. Returns for each the number of the place that it found full, or 0.
CREATE OR REPLACE FUNCTION evergraph_admit(asked jsonb, expiry bigint, patience bigint) RETURNS SETOF int
LANGUAGE plpgsql AS $$
DECLARE
  entrant jsonb;
  number  bigint;
  who     text;
  wanted  text[];
  room    int[];
  taken   text[] := '{}';
  barrier int;
  answers int[] := '{}';
  name    text;
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  FOR name IN SELECT DISTINCT jsonb_path_query(asked, '$.entrants[*].places[*]') #>> '{}' ORDER BY 1 LOOP
    PERFORM pg_advisory_xact_lock(hashtextextended(name, 20));
  END LOOP;
  DELETE FROM evergraph_waiting WHERE expires_at <= clock_timestamp()
    AND holder IN (SELECT it ->> 'holder' FROM jsonb_array_elements(asked -> 'entrants') it);
  FOR entrant, number IN
    SELECT it, ordinal FROM jsonb_array_elements(asked -> 'entrants') WITH ORDINALITY all_who_ask (it, ordinal)
      LEFT JOIN evergraph_waiting ON holder = it ->> 'holder'
      ORDER BY (it ->> 'rank')::int, arrival, ordinal
  LOOP
    who := entrant ->> 'holder';
    wanted := ARRAY(SELECT jsonb_array_elements_text(entrant -> 'places'));
    room := ARRAY(SELECT jsonb_array_elements_text(entrant -> 'room')::int);
    -- a place that is full for one is so for those whose turn is later: it is counted once
    barrier := (SELECT min(array_position(wanted, it)) FROM unnest(taken) it
      WHERE NOT EXISTS (SELECT FROM evergraph_place WHERE place = it AND holder = who));
    IF barrier IS NULL THEN
      barrier := evergraph_full_place(who, (entrant ->> 'rank')::int, wanted, room);
      taken := taken || wanted[barrier : barrier];
    END IF;
    IF barrier > 0 THEN
      -- who waits for it for long enough is left there
      IF patience > 0 AND NOT EXISTS (SELECT FROM evergraph_waiting WHERE holder = who AND place = wanted[barrier]
          AND expires_at > clock_timestamp() + patience * interval '0.5 milliseconds') THEN
        INSERT INTO evergraph_waiting (holder, place, rank, expires_at)
          VALUES (who, wanted[barrier], (entrant ->> 'rank')::int,
            clock_timestamp() + patience * interval '1 millisecond')
          ON CONFLICT (holder) DO UPDATE SET place = excluded.place, expires_at = excluded.expires_at;
      END IF;
    ELSE
      DELETE FROM evergraph_waiting WHERE holder = who;
      INSERT INTO evergraph_place
        SELECT unnest(wanted), who, clock_timestamp() + expiry * interval '1 millisecond'
        ON CONFLICT (place, holder) DO UPDATE SET expires_at = excluded.expires_at;
    END IF;
    answers[number] := barrier;
  END LOOP;
  RETURN QUERY SELECT unnest(answers);
END $$;
